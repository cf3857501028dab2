/* Answering a dialog. The page stands still meanwhile: nothing can have changed
 * since the action was chosen. */
#include "cdp/act_page.h"

#include "cdp/params.h"

static enum act_outcome handle(struct page_act *act, bool accept,
                               const struct str *text)
{
    struct page *page = &act->browser->page;
    if (page->dialog == NULL)
        return page_act_refused(act, "no dialog is open");
    struct str type = value_text(value_field(page->dialog, STR("type")));
    bool stays = str_is(type, "beforeunload") && !accept;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_bool(&params, "accept", accept);
    if (text != NULL)
        cdp_params_text(&params, "promptText", *text);
    page_forget_dialog(page);
    enum act_outcome outcome = page_act_call(act, "Page.handleJavaScriptDialog",
                                             cdp_params_end(&params));
    cdp_params_finish(&params);
    if (stays)
        page->navigating = false;
    return page->dialog != NULL ? ACT_DONE : outcome;
}

static enum act_outcome do_accept(struct page_act *act)
{
    return handle(act, true, NULL);
}

static enum act_outcome do_dismiss(struct page_act *act)
{
    return handle(act, false, NULL);
}

static enum act_outcome do_answer(struct page_act *act)
{
    struct str text;
    if (!page_act_text(act, 0, "the answer (a string)", &text))
        return ACT_FAILED;
    return handle(act, true, &text);
}

const struct page_performer_entry page_act_dialogs[] = {
    {"acceptDialog", do_accept},
    {"dismissDialog", do_dismiss},
    {"answerDialog", do_answer},
    {NULL, NULL},
};
