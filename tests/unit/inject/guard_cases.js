/* weir.expect: an action reaches the page only in the state for which it was
 * chosen. */

const CLICK = ["pointermove", "mousemove", "mousedown", "mouseup", "click"];
var seen = [];

/* The page's own listeners, on the window and after ours. */
function listenAsPage() {
    CLICK.concat(["keydown", "mouseover", "focusin"]).forEach(function (name) {
        globalThis.addEventListener(name, function (event) {
            seen.push(event.type);
        }, true);
    });
}

function openGuarded(deps, children, options) {
    seen = [];
    install(deps, options);
    listenAsPage();
    build(children);
    fake.loaded();
    weir.observe();
    fake.turn();
}

/* A real click at (x, y); gives what the page saw of it. */
function click(target, x, y) {
    seen = [];
    CLICK.forEach(function (name) {
        fake.fire(target, name, { clientX: x, clientY: y });
    });
    return seen;
}

cases.an_action_of_the_current_generation_passes = function () {
    openGuarded({ p: {} }, [el("p")]);
    weir.expect(read().generation);
    same(click(first("p"), 5, 5), CLICK);
    same(weir.blocked, false);
    same(weir.expect(null), "passed");
};

cases.an_action_after_a_change_is_stopped_whole = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    same(click(first("p"), 5, 5), []);
    same(weir.blocked, true);
    same(weir.expect(null), "blocked");
};

cases.a_stopped_event_does_nothing_by_default = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    const event = fake.fire(first("p"), "keydown");
    same([event.stopped, event.defaultPrevented], [true, true]);
};

/* Drags, wheel, touch, composition and paste like any other input. */
cases.every_sort_of_input_is_stopped = function () {
    const sorts = [
        "wheel", "touchstart", "touchmove", "touchend", "contextmenu",
        "auxclick", "dragstart", "dragover", "drop", "compositionstart",
        "beforeinput", "paste", "copy", "cut", "keydown"
    ];
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    sorts.forEach(function (name) {
        weir.expect(read().generation);
        first("p").setAttribute("title", name);
        const event = fake.fire(first("p"), name);
        same([name, event.stopped], [name, true]);
        weir.expect(read().generation);
        same([name, fake.fire(first("p"), name).stopped], [name, false]);
    });
};

cases.what_goes_on_in_several_turns_is_told_when_it_was_stopped = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    same(JSON.parse(weir.goesOn()), { ok: true });
    first("p").setAttribute("title", "x");
    fake.fire(first("p"), "mousedown");
    same(JSON.parse(weir.goesOn()), { ok: false, reason: "stale" });
    same(JSON.parse(weir.dragged()), { ok: false, reason: "stale" });
};

cases.a_drag_of_the_browser_counts_once_it_has_passed = function () {
    openGuarded({ p: {} }, [el("p")]);
    weir.expect(read().generation);
    same(JSON.parse(weir.dragged()), { ok: true, native: false });
    fake.fire(first("p"), "dragstart");
    same(JSON.parse(weir.dragged()), { ok: true, native: true });
    weir.expect(read().generation);
    same(JSON.parse(weir.dragged()), { ok: true, native: false });
};

cases.a_change_between_the_events_of_an_action_stops_nothing = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    fake.fire(first("p"), "mousedown");
    first("p").setAttribute("title", "x");
    fake.fire(first("p"), "mouseup");
    same(seen, ["mousedown", "mouseup"]);
    same(weir.expect(null), "passed");
};

cases.a_stopped_action_stays_stopped_when_the_change_is_undone = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [
        el("p", { title: "a" })
    ]);
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    fake.fire(first("p"), "mousedown");
    first("p").setAttribute("title", "a");
    fake.fire(first("p"), "mouseup");
    same(seen, []);
};

cases.a_change_that_no_field_shows_stops_nothing = function () {
    openGuarded({ p: {} }, [el("p"), el("div")]);
    weir.expect(read().generation);
    first("div").setAttribute("title", "x");
    same(click(first("p"), 5, 5), CLICK);
};

cases.a_value_set_by_script_is_a_change = function () {
    openGuarded({ input: { value: {} } }, [el("input"), el("p")]);
    weir.expect(read().generation);
    first("input").value = "typed by a script";
    same(click(first("p"), 5, 5), []);
};

cases.an_old_generation_is_stale_even_when_nothing_differs = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    const old = read().generation;
    first("p").setAttribute("title", "x");
    read();
    weir.expect(old);
    same(click(first("p"), 5, 5), []);
};

cases.a_state_on_its_way_makes_the_action_stale = function () {
    openGuarded({ p: {} }, [el("p")]);
    const now = read().generation;
    weir.observe();
    fake.fire(first("p"), "animationend");
    weir.expect(now);
    same(click(first("p"), 5, 5), []);
    weir.expect(read().generation);
    same(click(first("p"), 5, 5), []);
};

cases.nothing_is_stopped_when_nothing_is_expected = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    weir.expect(null);
    first("p").setAttribute("title", "x");
    same(click(first("p"), 5, 5), CLICK);
    same(weir.expect(null), "none");
};

cases.events_of_scripts_are_not_input = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    first("p").click();
    same(seen, ["click"]);
    same(weir.expect(null), "none");
};

/* The browser makes moves of its own when the page shifts below the pointer. */
cases.a_move_elsewhere_does_not_decide = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation, 50, 50);
    fake.fire(first("p"), "mouseover", { clientX: 5, clientY: 5 });
    first("p").setAttribute("title", "x");
    same(click(first("p"), 50, 50), []);
};

cases.a_move_to_the_target_decides = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation, 50.4, 50);
    fake.fire(first("p"), "mouseover", { clientX: 50, clientY: 50 });
    first("p").setAttribute("title", "x");
    same(click(first("p"), 50, 50), CLICK);
};

cases.a_new_expectation_begins_anew = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    click(first("p"), 5, 5);
    same(weir.expect(read().generation), "blocked");
    same(weir.blocked, false);
    same(click(first("p"), 5, 5), CLICK);
};

cases.a_scripted_action_is_guarded_too = function () {
    openGuarded({ input: { attributes: { title: {} } } }, [
        el("input", {}, [], { tabIndex: 0 })
    ]);
    const ref = refsOf("input")[0];
    weir.expect(read().generation);
    first("input").setAttribute("title", "x");
    same(perform("focus", ref), { ok: false, reason: "stale" });
    same(fake.active, null);
    same(perform("scrollBy", null, [0, 10]), { ok: false, reason: "stale" });
    same(fake.scroll.y, 0);
};

cases.a_stale_locate_does_not_scroll = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [
        el("p", {}, [], { box: [0, 1500, 10, 10] })
    ]);
    const ref = refsOf("p")[0];
    weir.expect(read().generation);
    first("p").setAttribute("title", "x");
    same(locate(ref), { ok: false, reason: "stale" });
    same(fake.scroll.y, 0);
};

cases.the_scroll_of_a_locate_makes_nothing_stale = function () {
    openGuarded({ p: {} }, [el("p", {}, [], { box: [0, 1500, 10, 10] })]);
    const state = read();
    weir.expect(state.generation);
    locate(state.state.p[0].ref);
    fake.fire(document, "scroll");
    same(click(first("p"), 5, 5), CLICK);
};

cases.nor_does_it_when_the_state_says_how_far_it_is_scrolled = function () {
    openGuarded({ html: { scrollTop: {} }, p: {} }, [
        el("p", {}, [], { box: [0, 1500, 10, 10] })
    ]);
    const state = read();
    weir.expect(state.generation);
    locate(state.state.p[0].ref);
    fake.fire(document, "scroll");
    same(click(first("p"), 5, 5), CLICK);
};

/* The turns for which a settled state was pushed. */
function turnsSettled() {
    return fake.pushes
        .filter(function (push) {
            return push.kind === "settled";
        })
        .map(function (push) {
            return push.turn;
        });
}

cases.the_last_event_ends_an_action = function () {
    openGuarded({ p: {} }, [el("p")]);
    const p = first("p");
    weir.aimKeys(weir.observe(), 2, 7);
    fake.fire(p, "keyup", {});
    fake.advance(1);
    same(turnsSettled(), []);
    fake.fire(p, "keyup", {});
    fake.advance(1);
    same(turnsSettled(), [7]);
    weir.ended(7);
    fake.advance(1);
    same(turnsSettled(), [7]);
};

cases.an_end_that_did_not_come_by_is_told = function () {
    openGuarded({ p: {} }, [el("p")]);
    weir.aimKeys(weir.observe(), 1, 7);
    weir.ended(6); /* of an input before */
    fake.advance(1);
    same(turnsSettled(), []);
    weir.ended(7);
    fake.advance(1);
    same(turnsSettled(), [7]);
};

/* A page of fields and buttons, inside of what leads elsewhere and outside. */
function openForms() {
    const named = function (id, more) {
        const all = more || {};
        all.id = id;
        return all;
    };
    openGuarded({ input: {}, button: {} }, [
        el("button", named("free")), el("input", named("field")),
        el("form", {}, [
            el("button", named("sends")), el("input", named("within")),
            el("button", named("plain", { type: "button" })),
            el("input", named("push", { type: "button" }))
        ]),
        el("object", {}, [el("button", named("linked"))]),
        el("own-field", named("own"))
    ], { virtualTime: true });
}

/* Whether the host is told of the end while the handlers run, at such an element. `keys`:
 * one event for each. */
function tellsEnd(type, id, keys) {
    const all = keys || ["a"];
    weir.expect(read().generation);
    weir.endWith(type, all.length, 7);
    fake.pushes = [];
    all.forEach(function (key) {
        fake.fire(first("#" + id), type, { key: key });
    });
    return fake.pushes.some(function (push) {
        return push.kind === "ended";
    });
}

cases.the_end_is_told_where_nothing_leads_to_another_document = function () {
    openForms();
    same(tellsEnd("mouseup", "free"), true);
    same(tellsEnd("keyup", "field"), true);
    same(tellsEnd("beforeinput", "field"), true);
    same(tellsEnd("mouseup", "sends"), false);
    same(tellsEnd("keyup", "within", ["a", "Enter"]), false);
    same(tellsEnd("keyup", "within", ["Enter", "a"]), false);
    same(tellsEnd("keyup", "sends", [" "]), false);
    same(tellsEnd("mouseup", "linked"), false);
    same(tellsEnd("beforeinput", "own"), false);
};

cases.the_end_is_told_in_a_form_of_what_does_not_send_it = function () {
    openForms();
    same(tellsEnd("mouseup", "plain"), true);
    same(tellsEnd("mouseup", "push"), true);
    same(tellsEnd("keyup", "within", ["a", " ", "b", " "]), true);
    same(tellsEnd("keyup", "within", ["Delete"]), true);
    same(tellsEnd("keyup", "field", ["Enter"]), true);
    same(tellsEnd("beforeinput", "within"), true);
};

/* The events of a click in two parts: the approach, and the rest. */
function clickWith(between) {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    const p = first("p");
    const place = { clientX: 5, clientY: 5 };
    weir.expect(read().generation, 5, 5);
    weir.endWith("mouseup", 1, 7);
    seen = [];
    CLICK.forEach(function (name, i) {
        if (i === 2) between(p);
        fake.fire(p, name, place);
    });
    return seen;
}

const MOVED = ["pointermove", "mousemove"];

cases.the_press_decides_not_the_move = function () {
    const got = clickWith(function (p) {
        fake.isHeld(); /* the task that goes before others */
        p.setAttribute("title", "by somebody else");
    });
    same(got, MOVED);
    same(weir.blocked, true);
};

cases.nothing_between_move_and_press_passes = function () {
    same(clickWith(fake.isHeld), CLICK);
};

cases.what_the_move_itself_changes_belongs_to_the_action = function () {
    const got = clickWith(function (p) {
        p.setAttribute("title", "hovered");
        fake.isHeld();
    });
    same(got, CLICK);
};

cases.so_it_does_when_the_press_follows_at_once = function () {
    const got = clickWith(function (p) {
        p.setAttribute("title", "hovered");
    });
    same(got, CLICK);
};

cases.what_comes_after_the_move_does_not = function () {
    const got = clickWith(function (p) {
        p.setAttribute("title", "hovered");
        fake.isHeld();
        p.setAttribute("title", "by somebody else");
    });
    same(got, MOVED);
};

cases.a_move_alone_decides_for_itself = function () {
    openGuarded({ p: { attributes: { title: {} } } }, [el("p")]);
    const p = first("p");
    weir.expect(read().generation, 5, 5);
    seen = [];
    fake.fire(p, "pointermove", { clientX: 5, clientY: 5 });
    same(weir.expect(null), "passed");
    weir.expect(read().generation, 5, 5);
    p.setAttribute("title", "x");
    seen = [];
    fake.fire(p, "pointermove", { clientX: 5, clientY: 5 });
    same(seen, []);
    same(weir.expect(null), "blocked");
};

/* ---- between the parts of an action (a negative turn) --------------------- */

/* The states in between are left out under virtual time. */
function openInParts(deps, children) {
    openGuarded(deps, children, { virtualTime: true });
}

/* The first part of an action that was chosen in this state, done. */
function doPart(turn) {
    weir.expect(read().generation);
    click(first("p"), 5, 5);
    fake.pushes.length = 0;
    weir.settle(turn);
    fake.advance(1);
    return fake.pushes[0];
}

function makeAnew(titles) {
    [].slice.call(document.querySelectorAll("p")).forEach(function (p) {
        p.remove();
    });
    titles.forEach(function (title) {
        document.body.append(el("p", { title: title }));
    });
    fake.microtasks();
}

const TITLES = { p: { ref: {}, attributes: { title: {} } } };

cases.between_the_parts_of_an_action_no_state_is_read = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    const settled = doPart(-3);
    same([settled.kind, settled.turn, settled.decision], ["settled", -3, "passed"]);
    same(settled.state, undefined);
    weir.expect(settled.generation);
    same(click(first("p"), 5, 5), CLICK);
};

cases.an_element_made_anew_between_parts_is_found_in_its_place = function () {
    openInParts(TITLES, [el("p", { title: "a" }), el("p", { title: "b" })]);
    const old = read().state.p[1].ref;
    doPart(-3);
    makeAnew(["c", "d"]);
    same(JSON.parse(weir.describe(old)).index, 1);
};

cases.it_is_not_where_their_number_is_another = function () {
    openInParts(TITLES, [el("p", { title: "a" }), el("p", { title: "b" })]);
    const old = read().state.p[1].ref;
    doPart(-3);
    makeAnew(["c", "d", "e"]);
    same(JSON.parse(weir.locate(old)), { ok: false, reason: "detached" });
};

/* As doPart, after what was ready to run by then. */
function doPartAhead(turn) {
    doPart(turn);
    runReady();
    return fake.pushes[0];
}

function runReady() {
    fake.isHeld();
    fake.isHeld();
}

/* What comes after a part, told beforehand. */
function tellOfPress(ref) {
    weir.follow([["click", ref, "beforeinput"]]);
}

cases.the_part_after_is_begun_where_one_has_settled = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    tellOfPress(read().state.p[0].ref);
    const settled = doPartAhead(-3);
    same([settled.kind, settled.turn, JSON.parse(settled.next).ok], ["settled", -3, true]);
    same(seen.slice(-1), ["click"]);
    fake.advance(100);
    same(fake.pushes.length, 1);
};

cases.a_part_that_cannot_be_begun_is_told = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    tellOfPress(999);
    const settled = doPartAhead(-3);
    same(JSON.parse(settled.next), { ok: false, reason: "unknown" });
};

cases.another_action_of_the_host_ends_what_it_told_of = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    tellOfPress(read().state.p[0].ref);
    weir.expect(read().generation);
    same(doPartAhead(-3).next, undefined);
};

cases.a_state_that_is_told_ends_it_too = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    tellOfPress(read().state.p[0].ref);
    same(doPartAhead(3).next, undefined);
    same(doPartAhead(-4).next, undefined);
};

cases.the_first_part_is_begun_in_the_state_in_which_it_was_chosen = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    const chosen = read();
    const part = ["click", chosen.state.p[0].ref, "beforeinput"];
    fake.pushes.length = 0;
    weir.beginPart(chosen.generation, part, -3);
    runReady();
    fake.advance(1);
    same([fake.pushes[0].kind, JSON.parse(fake.pushes[0].next).ok], ["begun", true]);
    first("p").setAttribute("title", "b");
    fake.pushes.length = 0;
    weir.beginPart(chosen.generation, part, -4);
    runReady();
    same(JSON.parse(fake.pushes[0].next), { ok: false, reason: "stale" });
};

cases.a_state_that_was_told_ends_that = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    const old = read().state.p[0].ref;
    doPart(-3);
    makeAnew(["c"]);
    read();
    same(JSON.parse(weir.locate(old)), { ok: false, reason: "detached" });
};

cases.what_a_part_has_typed_does_not_stop_the_next = function () {
    openInParts({ p: {}, input: { value: {} } }, [el("p"), el("input")]);
    weir.expect(read().generation);
    click(first("p"), 5, 5);
    first("input").value = "typed";
    weir.settle(-3);
    fake.advance(1);
    const settled = fake.pushes[fake.pushes.length - 1];
    same(settled.state, undefined);
    weir.expect(settled.generation);
    same(click(first("p"), 5, 5), CLICK);
};

cases.where_the_choice_is_not_known_the_state_is_read = function () {
    openInParts(TITLES, [el("p", { title: "a" })]);
    weir.settle(-3);
    fake.advance(1);
    same(fake.pushes[fake.pushes.length - 1].state.p.length, 1);
};

cases.under_real_time_the_state_is_read = function () {
    openGuarded(TITLES, [el("p", { title: "a" })]);
    same(doPart(-3).state.p.length, 1);
};

/* Under real time the host ends a passing of time by its own clock. */
cases.an_action_ends_a_passing_of_time_that_is_still_under_way = function () {
    openGuarded({ p: {} }, [el("p")]);
    function nap() {
        weir.sleep(500);
        fake.frame();
        fake.pushes = [];
        fake.advance(499);
    }
    function isOver() {
        for (var i = 0; i < 20; i++) fake.advance(16);
        return fake.pushes.some(function (push) {
            return push.kind === "slept";
        });
    }
    nap();
    same(isOver(), true);
    nap();
    weir.expect(read().generation);
    weir.perform("focus", read().state.p[0].ref, null);
    same(isOver(), false);
};
