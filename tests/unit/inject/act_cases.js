/* weir.locate, weir.describe and weir.perform. */

const BOX = [100, 50, 40, 20];

cases.locates_the_centre_and_says_what_stands_there = function () {
    open({ p: {}, "p.a": {} }, [
        el("p", {}, [], { box: [0, 0, 10, 10] }),
        el("p", { "class": "a" }, ["  some\n text "], { box: BOX })
    ]);
    same(locate(refsOf("p")[1]), {
        ok: true,
        x: 120,
        y: 60,
        scrolled: false,
        tag: "p",
        text: "some text",
        selector: "p.a",
        selectors: ["p", "p.a"],
        index: 0,
        count: 1
    });
};

cases.what_no_selector_has_alone_is_called_by_the_first = function () {
    open({ p: {}, "p.a": {} }, [
        el("p"),
        el("p", { "class": "a" }, [], { box: BOX }),
        el("p", { "class": "a" })
    ]);
    const spot = locate(refsOf("p")[1]);
    same([spot.selector, spot.index, spot.count], ["p", 1, 3]);
};

cases.scrolls_when_the_centre_is_outside = function () {
    open({ p: {} }, [el("p", {}, [], { box: [0, 1500, 10, 10] })]);
    const spot = locate(refsOf("p")[0]);
    same([spot.ok, spot.scrolled, spot.x, spot.y], [true, true, 5, 300]);
    same(fake.scroll.y, 1205);
};

cases.its_own_scroll_does_not_move_the_generation = function () {
    open({ p: {} }, [el("p", {}, [], { box: [0, 1500, 10, 10] })]);
    const before = read();
    locate(before.state.p[0].ref);
    fake.fire(document, "scroll");
    same(read().generation, before.generation);
    fake.scroll.y = 0;
    fake.fire(document, "scroll");
    same(read().generation, before.generation + 1);
};

cases.finds_the_line_of_a_text_that_is_broken_in_two = function () {
    const lines = [[700, 0, 100, 20], [0, 20, 100, 20]];
    open({ a: {} }, [el("a", {}, [], { box: [0, 0, 800, 40], lines_: lines })]);
    const spot = locate(refsOf("a")[0]);
    same([spot.ok, spot.x, spot.y], [true, 750, 10]);
};

cases.names_what_covers_it = function () {
    open({ p: {} }, [
        el("p", {}, [], { box: BOX }),
        el("div", { id: "overlay", "class": "dark x" }, [], {
            box: [0, 0, 800, 600]
        })
    ]);
    same(locate(refsOf("p")[0]), {
        ok: false,
        reason: "covered",
        by: "<div#overlay.dark>"
    });
};

cases.an_element_without_a_box_is_empty = function () {
    open({ p: {} }, [el("p"), el("p", {}, [], { box: [5, 5, 0, 10] })]);
    refsOf("p").forEach(function (ref) {
        same(locate(ref), { ok: false, reason: "empty" });
    });
};

cases.a_removed_element_is_detached = function () {
    open({ p: {} }, [el("p", {}, [], { box: BOX })]);
    const ref = refsOf("p")[0];
    first("p").remove();
    same(locate(ref), { ok: false, reason: "detached" });
    same(JSON.parse(weir.describe(ref)), { ok: false, reason: "detached" });
    same(perform("focus", ref), { ok: false, reason: "detached" });
};

cases.a_ref_that_was_never_given_is_unknown = function () {
    open({ p: {} }, [el("p")]);
    same(locate("e1.99"), { ok: false, reason: "unknown" });
    same(perform("focus", "toString"), { ok: false, reason: "unknown" });
};

cases.an_option_is_located_at_its_select = function () {
    open({ option: {} }, [
        el("select", {}, [el("option", {}, ["one"])], { box: BOX })
    ]);
    const spot = locate(refsOf("option")[0]);
    same([spot.ok, spot.x, spot.y, spot.tag], [true, 120, 60, "option"]);
};

cases.a_transparent_checkbox_that_is_hit_can_be_located = function () {
    open({ input: {} }, [
        el("input", {}, [], { box: BOX, style: { opacity: "0" } })
    ]);
    same(locate(refsOf("input")[0]).ok, true);
};

cases.an_element_clipped_by_its_container_is_scrolled_to = function () {
    const list = el("div", {}, [el("p", {}, [], { box: [0, 400, 50, 20] })], {
        box: [0, 0, 100, 100],
        style: { overflowY: "auto" }
    });
    open({ p: {} }, [list]);
    same(locate(refsOf("p")[0]).scrolled, true);
};

cases.long_texts_are_cut = function () {
    const long = new Array(101).join("x");
    open({ p: {} }, [el("p", {}, [long], { box: BOX })]);
    const text = JSON.parse(weir.describe(refsOf("p")[0])).text;
    same(text, long.slice(0, 59) + "\u2026");
};

/* A character of two units is not cut in the middle. */
cases.a_long_text_ends_with_a_whole_character = function () {
    const long = new Array(59).join("x") + "\ud83d\ude00 and more";
    open({ p: {} }, [el("p", {}, [long], { box: BOX })]);
    const text = JSON.parse(weir.describe(refsOf("p")[0])).text;
    same(text, new Array(59).join("x") + "\u2026");
};

cases.a_password_is_never_shown = function () {
    const more = { type: "password", value: "secret" };
    open({ input: {} }, [el("input", { placeholder: "Password" }, [], more)]);
    same(JSON.parse(weir.describe(refsOf("input")[0])).text, "Password");
};

cases.a_control_is_called_by_its_label = function () {
    const label = el("label", {}, ["1 \u00d7 tea"]);
    const box = { type: "checkbox", value: "on" };
    open({ input: {} }, [
        el("input", {}, [], box),
        el("input", { "aria-label": "Gift" }, [], box),
        el("input", {}, [], { type: "radio", value: "a", labels: [label] }),
        el("input", {}, [], { type: "text", value: "a", labels: [label] }),
        el("input", { placeholder: "Name" }, [], { type: "text", value: "a" }),
        el("input", { placeholder: "Name" }, [], { type: "text", value: "" }),
        el("input", { "aria-label": "x" }, [], { type: "submit", value: "Go" })
    ]);
    const texts = refsOf("input").map(function (ref) {
        return JSON.parse(weir.describe(ref)).text;
    });
    same(texts, ["on", "Gift", "1 \u00d7 tea", "1 \u00d7 tea", "a", "Name", "Go"]);
};

cases.the_options_of_a_list_are_not_in_its_label = function () {
    const options = ["Small", "Large"].map(function (text) {
        return el("option", {}, [text], {});
    });
    const select = el("select", {}, options, { innerText: "Small\nLarge" });
    const more = { innerText: "Size\nSmall\nLarge" };
    select.labels = [el("label", {}, ["Size", select], more)];
    open({ select: {} }, [select.labels[0]]);
    same(JSON.parse(weir.describe(refsOf("select")[0])).text, "Size");
};

/* Events that reach the window, as "type:tag". */
function listenFor(names) {
    const log = [];
    names.forEach(function (name) {
        globalThis.addEventListener(name, function (event) {
            log.push(event.type + ":" + event.target.localName);
        });
    });
    return log;
}

function openSelect() {
    const options = ["a", "b"].map(function (value) {
        return el("option", {}, [], { value: value, selected: value === "a" });
    });
    const more = { options: options, tabIndex: 0 };
    open({ option: {} }, [el("select", {}, options, more)]);
    return options;
}

cases.select_chooses_and_announces = function () {
    const options = openSelect();
    const log = listenFor(["input", "change"]);
    same(perform("select", refsOf("option")[1], "b").ok, true);
    same(options[1].selected, true);
    same(log, ["input:select", "change:select"]);
};

cases.selecting_what_is_selected_announces_nothing = function () {
    openSelect();
    const log = listenFor(["input", "change"]);
    same(perform("select", refsOf("option")[0], "a").ok, true);
    same(log, []);
};

cases.select_goes_by_value = function () {
    const options = openSelect();
    same(perform("select", refsOf("option")[0], "b").ok, true);
    same(options[1].selected, true);
    same(perform("select", refsOf("option")[0], "c").reason,
        'without the option "c"');
};

cases.a_disabled_option_cannot_be_selected = function () {
    const options = openSelect();
    options[1].disabled = true;
    const answer = perform("select", refsOf("option")[1], "b");
    same(answer, { ok: false, reason: "disabled" });
    same(options[1].selected, false);
};

cases.focus_focuses = function () {
    open({ p: {} }, [
        el("p", {}, [], { tabIndex: 0 }), el("p", {}, [], { box: BOX })
    ]);
    const refs = refsOf("p");
    same(perform("focus", refs[0]).ok, true);
    same(fake.active === first("p"), true);
    same(perform("focus", refs[1]), { ok: false, reason: "not focusable" });
};

/* Of a dialog that has not opened yet, or behind one that is modal. */
cases.nothing_is_done_to_a_field_that_cannot_have_the_focus = function () {
    const option = el("option", {}, [], { value: "b" });
    const list = el("select", { id: "list" }, [option], {
        options: [option], box: BOX
    });
    const field = el("input", { id: "field" }, [], { value: "abc", box: BOX });
    field.select = function () {};
    const log = listenFor(["input", "change"]);
    const gone = el("input", { id: "gone" }, [], { select: field.select });
    open({ "#list": {}, "#field": {}, "#gone": {} }, [list, field, gone]);
    const refs = [refsOf("#list")[0], refsOf("#field")[0]];
    const refusal = { ok: false, reason: "not focusable" };
    same(perform("select", refs[0], "b"), refusal);
    same(perform("setValue", refs[1], "x"), refusal);
    same(perform("clear", refs[1]), refusal);
    same(perform("replace", refs[1], [1, 1]), refusal);
    same(perform("replaceAtOnce", refs[1], ["input", 1]), refusal);
    same(perform("replace", refsOf("#gone")[0], [1, 1]).reason, "not displayed");
    same([field.value, option.selected, log.length], ["abc", undefined, 0]);
};

/* Such as the text field of a component. */
cases.a_field_may_hand_the_focus_on = function () {
    const other = el("input", { id: "other" }, [], { tabIndex: 0, box: BOX });
    const field = el("input", { id: "field" }, [], { value: "a", box: BOX });
    field.focus = function () {
        other.focus();
    };
    open({ "#field": {} }, [field, other]);
    same(perform("setValue", refsOf("#field")[0], "x").ok, true);
    same(field.value, "x");
};

/* So that nobody types there; a person chooses nevertheless. */
cases.a_field_may_give_the_focus_up_at_once = function () {
    const field = el("input", { id: "field" }, [], {
        value: "a", box: BOX, tabIndex: 0
    });
    const focus = field.focus;
    field.focus = function () {
        focus.call(field);
        field.blur();
    };
    open({ "#field": {} }, [field]);
    same(perform("setValue", refsOf("#field")[0], "x").ok, true);
    same(field.value, "x");
};

/* An input whose caret the test can see. */
function openWithCaret() {
    const input = el("input", {}, [], { value: "abc", tabIndex: 0, caret: 0 });
    input.setSelectionRange = function (from, to) {
        this.caret = from === to ? to : -1;
    };
    open({ input: {} }, [input]);
    return input;
}

cases.the_caret_goes_after_what_is_there = function () {
    const input = openWithCaret();
    same(perform("caret", refsOf("input")[0]).ok, true);
    same([fake.active === input, input.caret], [true, 3]);
};

cases.the_caret_of_the_user_stays = function () {
    const input = openWithCaret();
    input.focus();
    same(perform("caret", refsOf("input")[0]).ok, true);
    same(input.caret, 0);
};

cases.clear_empties_announces_and_leaves = function () {
    open({ input: {} }, [el("input", {}, [], { value: "a", tabIndex: 0 })]);
    const log = listenFor(["focusin", "input", "change", "focusout"]);
    same(perform("clear", refsOf("input")[0]).ok, true);
    same(first("input").value, "");
    same(log, [
        "focusin:input", "input:input", "change:input", "focusout:input"
    ]);
};

/* Frameworks shadow `value` on the element to notice scripts. */
cases.clear_uses_the_native_setter = function () {
    open({ input: {} }, [el("input", {}, [], { value: "a", tabIndex: 0 })]);
    const input = first("input");
    Object.defineProperty(input, "value", {
        get: function () {
            return this.value_;
        },
        set: function () {
            throw new Error("set by a script");
        }
    });
    same(perform("clear", refsOf("input")[0]).ok, true);
    same(input.value_, "");
};

cases.clear_of_what_is_empty_does_nothing = function () {
    open({ input: {} }, [el("input", {}, [], { tabIndex: 0 })]);
    const log = listenFor(["input", "change"]);
    same(perform("clear", refsOf("input")[0]).ok, true);
    same(log, []);
};

cases.clear_refuses_what_nobody_can_edit = function () {
    const refusal = { ok: false, reason: "not editable" };
    open({ input: {}, p: {} }, [
        el("input", {}, [], { value: "a", disabled: true }),
        el("input", {}, [], { value: "a", readOnly: true }),
        el("input", {}, [], { value: "a", type: "checkbox" }),
        el("p", {}, ["a"])
    ]);
    refsOf("input").concat(refsOf("p")).forEach(function (ref) {
        same(perform("clear", ref), refusal);
    });
};

cases.scroll_by_scrolls_the_window = function () {
    open({}, []);
    same(perform("scrollBy", null, [3, 100]).ok, true);
    same(fake.scroll, { x: 3, y: 100 });
};

cases.click_is_the_element_s_own = function () {
    open({ p: {} }, [el("p")]);
    const log = listenFor(["click"]);
    same(perform("click", refsOf("p")[0]).ok, true);
    same(log, ["click:p"]);
};

cases.anything_else_is_unsupported = function () {
    open({ p: {} }, [el("p")]);
    const answer = { ok: false, reason: "unsupported" };
    same(perform("dance", refsOf("p")[0]), answer);
    same(perform("toString", refsOf("p")[0]), answer);
};
