/* weir.observe (reference, 8.4) and the generation. */

cases.loaded_is_pushed_when_it_happens = function () {
    install({});
    weir.observe();
    build([]);
    same(pushedAfterTurn(), null);
    fake.loaded();
    same(pushedAfterTurn(), [["loaded"]]);
};

cases.loaded_is_pushed_late_when_nobody_observed = function () {
    install({});
    build([]);
    fake.loaded();
    weir.observe();
    same(pushedAfterTurn(), [["loaded"]]);
};

cases.loaded_is_reported_once = function () {
    open({}, []);
    weir.observe();
    same(pushedAfterTurn(), null);
};

cases.loaded_waits_while_a_change_resolves_first = function () {
    install({ p: {} });
    build([]);
    weir.observe();
    fake.body.append(el("p"));
    fake.microtasks();
    fake.loaded();
    same(pushedAfterTurn(), [["changed", "e1.1"]]);
    weir.observe();
    same(pushedAfterTurn(), [["loaded"]]);
};

cases.a_push_has_the_members_of_a_read = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    weir.observe();
    first("p").append(text("b"));
    fake.turn();
    const again = read();
    const push = fake.pushes[0];
    same(push.kind, "events");
    same(push.state, again.state);
    same(push.state.p[0].textContent, "ab");
    same(push.generation, again.generation);
    same(push.loaded, true);
};

cases.nothing_is_pushed_without_an_observation = function () {
    open({ p: {} }, [el("p")]);
    first("p").setAttribute("title", "x");
    same(pushedAfterTurn(), null);
};

cases.an_observation_is_resolved_once = function () {
    open({ p: {} }, [el("p")]);
    weir.observe();
    first("p").setAttribute("title", "x");
    same(pushedAfterTurn(), [["changed", refsOf("p")[0]]]);
    first("p").setAttribute("title", "y");
    same(pushedAfterTurn(), null);
};

cases.targets_added_and_removed_nodes_count = function () {
    open({ p: {}, ".list": {} }, [el("div", { "class": "list" }), el("div")]);
    weir.observe();
    const added = el("p");
    first(".list").append(added);
    const list = refsOf(".list")[0];
    const p = refsOf("p")[0];
    same(pushedAfterTurn(), [["changed", list], ["changed", p]]);
    weir.observe();
    added.remove();
    fake.body.append(added);
    same(pushedAfterTurn(), [["changed", list], ["changed", p]]);
};

cases.neither_ancestors_nor_descendants_count = function () {
    open({ p: {}, b: {} }, [
        el("p", {}, [el("i", {}, [el("b")])]),
        el("div", {}, [el("b")])
    ]);
    weir.observe();
    first("i").setAttribute("title", "x");
    same(pushedAfterTurn(), null);
};

/* checklist 72 */
cases.character_data_does_not_count = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    weir.observe();
    first("p").children_[0].setData("b");
    same(pushedAfterTurn(), null);
};

cases.each_element_is_reported_once = function () {
    open({ p: {} }, [el("p"), el("p")]);
    weir.observe();
    const found = document.querySelectorAll("p");
    found[1].setAttribute("a", 1);
    found[0].setAttribute("a", 1);
    found[1].setAttribute("b", 1);
    const refs = refsOf("p");
    same(pushedAfterTurn(), [["changed", refs[1]], ["changed", refs[0]]]);
};

cases.changes_of_the_turn_before_the_push_are_collected = function () {
    open({ p: {} }, [el("p"), el("p")]);
    const found = document.querySelectorAll("p");
    const refs = refsOf("p");
    setTimeout(function () {
        found[1].setAttribute("a", 1);
    }, 0);
    weir.observe();
    found[0].setAttribute("a", 1);
    same(pushedAfterTurn(), [["changed", refs[0]], ["changed", refs[1]]]);
};

cases.a_removed_element_is_reported_as_markup = function () {
    open({ p: {} }, [el("p", {}, ["bye"])]);
    weir.observe();
    first("p").remove();
    same(pushedAfterTurn(), [["detached", "<p>bye</p>"]]);
};

cases.changes_from_before_the_observation_do_not_count = function () {
    open({ p: {} }, [el("p")]);
    first("p").setAttribute("title", "x");
    weir.observe();
    same(pushedAfterTurn(), null);
};

cases.unobserve_keeps_a_settled_turn_from_pushing = function () {
    open({ p: {} }, [el("p")]);
    weir.observe();
    first("p").setAttribute("title", "x");
    fake.microtasks();
    weir.unobserve();
    same(pushedAfterTurn(), null);
};

cases.a_new_observation_forgets_the_old_one = function () {
    open({ p: {} }, [el("p")]);
    weir.observe();
    first("p").setAttribute("title", "x");
    fake.microtasks();
    weir.observe();
    same(pushedAfterTurn(), null);
    first("p").setAttribute("title", "y");
    same(pushedAfterTurn(), [["changed", refsOf("p")[0]]]);
};

cases.an_invalid_selector_is_reported_in_the_push = function () {
    install({ "p!": {} });
    build([]);
    fake.loaded();
    weir.observe();
    fake.turn();
    same(fake.pushes[0].error.kind, "selector");
    same(eventsOf(fake.pushes[0]), [["loaded"]]);
};

cases.the_end_of_a_transition_counts_where_its_property_is_read = function () {
    open({ p: { css: { opacity: {} } }, b: {} }, [el("p"), el("b")]);
    weir.observe();
    fake.fire(first("b"), "transitionend", { propertyName: "opacity" });
    fake.fire(first("p"), "transitionend", { propertyName: "color" });
    same(pushedAfterTurn(), null);
    fake.fire(first("p"), "transitioncancel", { propertyName: "opacity" });
    same(pushedAfterTurn(), [["changed", refsOf("p")[0]]]);
};

cases.without_css_no_transition_counts = function () {
    open({ p: {} }, [el("p")]);
    weir.observe();
    fake.fire(first("p"), "transitionend", { propertyName: "opacity" });
    same(pushedAfterTurn(), null);
};

cases.the_end_of_an_animation_counts_for_any_matching_element = function () {
    open({ p: {} }, [el("p"), el("i")]);
    weir.observe();
    fake.fire(first("i"), "animationend");
    same(pushedAfterTurn(), null);
    fake.fire(first("p"), "animationcancel");
    same(pushedAfterTurn(), [["changed", refsOf("p")[0]]]);
};

/* Whether the generation has moved by what `change` does, read in the same
 * turn, before any microtask. */
function moves(change) {
    const before = read().generation;
    change();
    return read().generation > before;
}

cases.every_change_moves_the_generation = function () {
    open({ p: {} }, [el("p", {}, ["a"]), el("div")]);
    same(moves(function () {}), false);
    same(moves(function () {
        first("p").setAttribute("title", "x");
    }), true);
    same(moves(function () {
        first("p").children_[0].setData("b");
    }), true);
    same(moves(function () {
        first("div").append(el("i"));
    }), true);
    ["input", "change", "focusin", "focusout", "scroll"].forEach(
        function (name) {
            same(moves(function () {
                fake.fire(first("p"), name);
            }), true);
        }
    );
    same(moves(function () {
        fake.fire(globalThis, "resize");
    }), true);
};

/* document.open() removes all listeners; a new root shows that it was there. */
cases.listeners_survive_a_rewritten_document = function () {
    open({ p: {} }, [el("p")]);
    globalThis.listeners_ = [];
    fake.root.remove();
    fake.microtasks();
    build([el("p")]);
    same(moves(function () {
        fake.fire(first("p"), "input");
    }), true);
};

/* ---- what a push leaves out ---------------------------------------------- */

function settleNow() {
    weir.settle();
    fake.advance(1);
    return fake.crossed;
}

cases.the_first_push_has_all_of_the_state_and_later_ones_what_differs = function () {
    open({ p: { textContent: {} }, b: { textContent: {} } }, [
        el("p", {}, ["a"]), el("b", {}, ["c"])
    ]);
    weir.start(1);
    same(Object.keys(settleNow().state), ["p", "b"]);
    same(settleNow().changes, {});
    first("p").append(text("b"));
    const push = settleNow();
    same(push.hasOwnProperty("state"), false);
    same(Object.keys(push.changes), ["p"]);
    same(push.changes.p[0].textContent, "ab");
    same(push.loaded, true);
    /* The whole of it, as the host has it. */
    same(fake.shown.p[0].textContent, "ab");
    same(fake.shown.b[0].textContent, "c");
    same(settleNow().changes, {});
};

cases.an_answer_has_all_of_the_state_and_is_no_push = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    weir.start(1);
    settleNow();
    first("p").append(text("b"));
    same(read().state.p[0].textContent, "ab");
    same(read().state.p[0].textContent, "ab");
    same(settleNow().changes.p[0].textContent, "ab");
};

cases.a_document_that_is_begun_or_left_tells_all_of_its_state_again = function () {
    open({ p: {} }, [el("p")]);
    settleNow();
    same(settleNow().changes, {});
    weir.start(1);
    same(settleNow().state.p.length, 1);
    fake.fire(globalThis, "pagehide");
    same(settleNow().state.p.length, 1);
};

cases.after_a_state_that_could_not_be_read_comes_all_of_the_next = function () {
    open({ p: { a: { b: {} } } }, [el("p", {}, [], { a: { b: 1 } })]);
    settleNow();
    fake.refused = "p";
    same(settleNow().error.kind, "selector");
    fake.refused = null;
    same(settleNow().state.p[0].a, { b: 1 });
};
