#include "todomvc/runner/paper.h"

const struct paper_row paper_rows[] = {
    {1, 220, 200, 12.84, 12.85},  {5, 197, 177, 13.22, 13.23},
    {10, 142, 129, 14.40, 14.43}, {50, 67, 65, 26.40, 26.70},
    {100, 47, 47, 40.99, 41.83},  {500, 18, 18, 149.13, 159.48},
};
const size_t paper_row_count = sizeof paper_rows / sizeof *paper_rows;

static const char *const faults[] = {
    [1] = "items have no checkboxes",
    [2] = "no filter controls",
    [3] = "a strong element is missing",
    [4] = "blank items can be added",
    [5] = "the edit box is not focused after a double click",
    [6] = "wrong plural in the counter",
    [7] = "pending text is lost on a change of filter or a removal",
    [8] = "pending text becomes an item by other actions",
    [9] = "toggle-all does not untoggle all items under some filters",
    [10] = "toggle-all disappears when the filter shows no items",
    [11] = "an item edited to nothing comes back with toggle-all",
    [12] = "editing an item hides the others",
    [13] = "adding an item changes the filter to All",
    [14] = "adding an item first shows an empty list",
};

const struct paper_row *paper_row(int64_t subscript)
{
    for (size_t i = 0; i < paper_row_count; i++)
        if (paper_rows[i].subscript == subscript)
            return &paper_rows[i];
    return NULL;
}

const char *paper_fault(int fault)
{
    if (fault < 0 || (size_t)fault >= sizeof faults / sizeof *faults)
        return NULL;
    return faults[fault];
}
