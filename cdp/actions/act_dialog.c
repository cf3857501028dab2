/* Answering a dialog. The page stands still meanwhile: nothing can have changed
 * since the action was chosen. */
#include "cdp/actions/act_internal.h"

#include "cdp/wire/params.h"

static enum act_outcome handle(struct acting *acting, bool accept,
                               const struct str *text)
{
    struct page *page = &acting->browser->page;
    if (page->dialog == NULL)
        return act_refused(acting, "no dialog is open");
    struct str type = value_text(value_field(page->dialog, STR("type")));
    bool stays = str_is(type, "beforeunload") && !accept;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_bool(&params, "accept", accept);
    if (text != NULL)
        cdp_params_text(&params, "promptText", *text);
    else if (accept && page->dialog_text != NULL)
        cdp_params_text(&params, "promptText", str_text(page->dialog_text));
    page_forget_dialog(page);
    enum act_outcome outcome = act_call(acting, "Page.handleJavaScriptDialog",
                                        cdp_params_end(&params));
    cdp_params_finish(&params);
    if (stays)
        page->navigating = false;
    return page->dialog != NULL ? ACT_DONE : outcome;
}

static enum act_outcome do_accept(struct acting *acting)
{
    return handle(acting, true, NULL);
}

static enum act_outcome do_dismiss(struct acting *acting)
{
    return handle(acting, false, NULL);
}

static enum act_outcome do_answer(struct acting *acting)
{
    struct str text;
    if (!act_text(acting, 0, "the answer (a string)", &text))
        return ACT_FAILED;
    return handle(acting, true, &text);
}

const struct performer act_dialog_performers[] = {
    {"acceptDialog", do_accept},
    {"dismissDialog", do_dismiss},
    {"answerDialog", do_answer},
    {NULL, NULL},
};
