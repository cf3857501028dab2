/* weir.observe (reference, 8.4) and the generation. */

function eventsOf(push) {
    return push.events.map(function (event) {
        return [event.id].concat(event.args);
    });
}

/* What is pushed after a turn, as [id, args...]; null: nothing. */
function pushedAfterTurn() {
    fake.pushes = [];
    fake.turn();
    same(fake.pushes.length <= 1, true);
    return fake.pushes.length === 0 ? null : eventsOf(fake.pushes[0]);
}

function first(selector) {
    return document.querySelectorAll(selector)[0];
}

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

cases.behind_a_state_that_could_not_be_read_comes_all_of_the_next = function () {
    open({ p: { a: { b: {} } } }, [el("p", {}, [], { a: { b: 1 } })]);
    settleNow();
    fake.refused = "p";
    same(settleNow().error.kind, "selector");
    fake.refused = null;
    same(settleNow().state.p[0].a, { b: 1 });
};

/* ---- an action's own rule ------------------------------------------------- */

/* The milliseconds from settle to the push. `answer`: what the host says when it is
 * asked for the network at that millisecond, [count, activity, age]. */
function settledIn(rule, answer) {
    const begin = fake.now;
    fake.pushes = [];
    weir.patience(rule);
    weir.settle();
    while (fake.now < begin + 2000) {
        const push = fake.pushes[0];
        if (push === undefined) {
            fake.advance(1);
        } else if (push.kind === "network") {
            fake.pushes = [];
            weir.network.apply(null, answer(fake.now - begin));
        } else {
            break;
        }
    }
    same(fake.pushes.length, 1);
    return fake.now - begin;
}

function changeIn(milliseconds) {
    setTimeout(function () {
        first("p").append(text("b"));
    }, milliseconds);
}

const PATIENT = { p: { textContent: {}, value: {} }, "::settle": { network: {} } };
const SHORT = { quiet: 20, atMost: 1900, network: true, activity: 3 };

function idle() {
    return [0, 3, 1000];
}

function patientPage() {
    open(PATIENT, [el("p", {}, ["a"])]);
}

cases.a_page_that_stands_still_is_settled_when_it_has_been_quiet = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    same(settledIn({ quiet: 400, atMost: 1900, network: false }), 401);
};

/* Seen an eighth of the quiet time later (under virtual time 50 milliseconds at least),
 * not only when it would have been over. */
cases.the_quiet_time_begins_with_a_change = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    changeIn(101);
    same(settledIn({ quiet: 400, atMost: 1900, network: false }), 501);
    same(fake.pushes[0].state.p[0].textContent, "ab");
};

cases.in_virtual_time_it_begins_with_the_look_that_finds_it = function () {
    openVirtual({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    changeIn(101);
    same(settledIn({ quiet: 400, atMost: 1900, network: false }), 551);
};

cases.a_change_in_a_short_quiet_time_is_seen_soon = function () {
    patientPage();
    same(settledIn(SHORT, idle), 21);
    changeIn(6);
    same(settledIn(SHORT, idle), 26);
    same(fake.pushes[0].state.p[0].textContent, "ab");
};

/* It has no time of its own. */
cases.a_change_without_a_trace_counts_from_the_look_that_finds_it = function () {
    patientPage();
    setTimeout(function () {
        first("p").value = "b";
    }, 6);
    same(settledIn(SHORT, idle), 41);
    same(fake.pushes[0].state.p[0].value, "b");
};

cases.a_change_without_a_trace_is_found_behind_one_that_has_one = function () {
    patientPage();
    changeIn(3);
    setTimeout(function () {
        first("p").value = "b";
    }, 18);
    same(settledIn(SHORT, idle), 43);
    same(fake.pushes[0].state.p[0].value, "b");
};

cases.the_quiet_time_begins_with_the_last_word_of_the_network = function () {
    patientPage();
    same(settledIn(SHORT, function (at) {
        return [0, 4, at - 15];
    }), 35);
    same(settledIn(SHORT, function (at) {
        return at < 30 ? [1, 5, 0] : [0, 6, at - 33];
    }), 53);
};

cases.what_the_network_said_before_the_action_does_not_shorten_its_quiet_time = function () {
    patientPage();
    same(settledIn(SHORT, function () {
        return [0, 4, 500];
    }), 21);
};

/* Under virtual time pieces of 52 milliseconds, of which the first is never quiet.
 * `begun`: of the requests, in milliseconds behind the settling. */
function settledInPieces(begun, busyUntil) {
    var asked = 0;
    const begin = fake.now;
    const took = settledIn(SHORT, function (at) {
        const last = begun.filter(function (time) {
            return time <= at;
        }).pop();
        asked++;
        return [at < busyUntil ? 1 : 0, 1, 0, last === undefined ? 0 : begin + last];
    });
    return [took, asked];
}

cases.in_virtual_time_one_question_is_enough = function () {
    openVirtual(PATIENT, [el("p", {}, ["a"])]);
    same(settledInPieces([], 0), [105, 1]);
    same(settledInPieces([-20, 0, 20], 0), [105, 1]);
};

cases.a_request_counts_where_it_is_made_and_where_it_is_answered = function () {
    openVirtual(PATIENT, [el("p", {}, ["a"])]);
    same(settledInPieces([0, 60], 0), [157, 2]);
    same(settledInPieces([0, 60, 120], 0), [209, 3]);
    same(settledInPieces([0, 40], 0), [157, 2]);
};

cases.behind_one_that_was_under_way_comes_a_piece_more = function () {
    openVirtual(PATIENT, [el("p", {}, ["a"])]);
    same(settledInPieces([0], 120), [209, 3]);
};

cases.while_the_state_changes_the_network_is_not_asked = function () {
    openVirtual(PATIENT, [el("p", {}, ["a"])]);
    changeIn(60);
    same(settledInPieces([0], 0), [157, 1]);
    same(fake.pushes[0].state.p[0].textContent, "ab");
};

cases.the_past_counts_where_the_rule_says_so = function () {
    const rule = { quiet: 20, atMost: 1900, network: true, activity: 3, past: true };
    patientPage();
    fake.advance(100);
    same(settledIn(rule, idle), 1);
    same(settledIn(rule, function (at) {
        return [0, 3, at + 5];
    }), 15);
    changeIn(1);
    same(settledIn(rule, idle), 21);
};

/* A page without a processor: its own timers are as late as the look. */
cases.of_a_late_turn_only_a_moment_counts_as_quiet = function () {
    patientPage();
    setTimeout(function () {
        first("p").append(text("b"));
        fake.microtasks();
        fake.now += 60;
    }, 6);
    const all = settledIn(SHORT, idle);
    same([all >= 6 + 60 + 12, fake.pushes[0].state.p[0].textContent], [true, "ab"]);
};

/* ---- settle and wait ---------------------------------------------------- */

cases.settle_pushes_the_state_a_millisecond_later = function () {
    open({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    setTimeout(function () {
        first("p").append(text("b"));
    }, 0);
    weir.settle();
    fake.turn();
    same(fake.pushes, []);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "settled");
    same(fake.pushes[0].state.p[0].textContent, "ab");
    same(fake.pushes[0].now, fake.now);
};

cases.settle_waits_for_the_frames_that_the_page_has_asked_for = function () {
    open({}, []);
    fake.framesNode.data = "1 0";
    weir.settle();
    fake.advance(1);
    same(fake.pushes, []);
    fake.framesNode.data = "0 0";
    fake.frame();
    fake.advance(1);
    same(fake.pushes.length, 1);
};

cases.settle_waits_for_four_frames_at_most = function () {
    open({}, []);
    fake.framesNode.data = "1 0";
    weir.settle();
    for (var i = 0; i < 4; i++) {
        fake.advance(1);
        same(fake.pushes, []);
        fake.frame();
    }
    fake.advance(1);
    same(fake.pushes.length, 1);
};

cases.settle_waits_for_the_short_timers_of_the_page = function () {
    open({}, []);
    fake.framesNode.data = "0 1";
    weir.settle();
    fake.advance(1);
    fake.advance(4);
    same(fake.pushes, []);
    fake.framesNode.data = "0 0";
    fake.advance(4);
    same(fake.pushes.length, 1);
};

cases.settle_waits_for_frames_that_short_timers_ask_for = function () {
    open({}, []);
    fake.framesNode.data = "0 1";
    weir.settle();
    fake.advance(1);
    fake.framesNode.data = "1 0";
    fake.advance(4);
    same(fake.pushes, []);
    fake.framesNode.data = "0 0";
    fake.frame();
    fake.advance(1);
    same(fake.pushes.length, 1);
};

cases.settle_looks_at_the_timers_twelve_times_at_most = function () {
    open({}, []);
    fake.framesNode.data = "0 1";
    weir.settle();
    fake.advance(1);
    for (var i = 0; i < 11; i++) fake.advance(4);
    same(fake.pushes, []);
    fake.advance(4);
    same(fake.pushes.length, 1);
};

cases.a_second_settle_replaces_the_first = function () {
    open({}, []);
    weir.settle();
    weir.settle();
    fake.advance(1);
    same(fake.pushes.length, 1);
};

cases.a_wait_ends_with_a_timeout = function () {
    open({ p: {} }, [el("p")]);
    weir.wait(100);
    fake.advance(99);
    same(fake.pushes, []);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "timeout");
    same(fake.pushes[0].state.p.length, 1);
};

cases.a_wait_ends_with_the_first_event = function () {
    open({ p: {} }, [el("p")]);
    weir.wait(100);
    first("p").setAttribute("title", "x");
    same(pushedAfterTurn(), [["changed", refsOf("p")[0]]]);
    fake.pushes = [];
    fake.advance(100);
    same(fake.pushes, []);
};

cases.an_event_at_the_end_of_a_wait_is_an_event = function () {
    open({ p: {} }, [el("p")]);
    setTimeout(function () {
        first("p").setAttribute("title", "x");
    }, 100);
    weir.wait(100);
    fake.advance(100);
    fake.turn();
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "events");
};

cases.the_end_of_a_wait_gives_the_state_and_pushes_nothing = function () {
    open({ p: {} }, [el("p")]);
    weir.wait(100);
    first("p").setAttribute("title", "x");
    fake.microtasks();
    same(JSON.parse(weir.endWait()).state.p.length, 1);
    fake.advance(100);
    same(fake.pushes, []);
};

cases.a_scroll_is_settled_with_the_next_frame = function () {
    open({}, []);
    JSON.parse(weir.perform("scrollBy", null, [0, 10]));
    weir.settle();
    fake.advance(1);
    same(fake.pushes, []);
    fake.frame();
    fake.advance(1);
    same(fake.pushes.length, 1);
};

cases.a_wait_goes_frame_by_frame_while_the_page_has_frames_pending = function () {
    open({}, []);
    fake.framesNode.data = "1 0";
    weir.wait(100);
    fake.advance(200);
    same(fake.pushes, []); // no frame has come, so no time should have passed
    fake.framesNode.data = "0 0";
    fake.frame();
    fake.advance(16);
    same(fake.pushes.length, 1);
};

/* An animation as the page script sees it. */
function animation(endTime, more) {
    const made = {
        playState: "running",
        playbackRate: 1,
        timeline: document.timeline,
        startTime: null,
        currentTime: null,
        effect: {
            getComputedTiming: function () {
                return { endTime: endTime };
            }
        },
        pause: function () {
            made.playState = "paused";
        },
        finish: function () {
            made.playState = "finished";
        }
    };
    Object.keys(more || {}).forEach(function (name) {
        made[name] = more[name];
    });
    fake.animations.push(made);
    return made;
}

function openVirtual(deps, children) {
    install(deps, { virtualTime: true });
    build(children);
    fake.loaded();
    weir.observe();
    fake.turn();
    weir.release();
    fake.pushes = [];
}

cases.animations_go_by_the_clock_of_the_page = function () {
    openVirtual({}, []);
    const growing = animation(500);
    weir.wait(1000);
    same(growing.playState, "paused");
    fake.advance(100);
    same([growing.playState, growing.currentTime], ["paused", 100]);
    fake.advance(100);
    fake.advance(100);
    fake.advance(100);
    fake.advance(100);
    same(growing.playState, "finished");
};

cases.one_frame_is_waited_for_at_the_end_of_an_animation = function () {
    openVirtual({}, []);
    const growing = animation(100);
    weir.wait(100);
    fake.advance(100);
    same([growing.playState, fake.pushes], ["finished", []]);
    fake.frame();
    fake.turn();
    same(fake.pushes[0].kind, "timeout");
};

cases.an_animation_on_its_way_goes_on_from_there = function () {
    openVirtual({}, []);
    const growing = animation(500, { currentTime: 450 });
    weir.wait(1000);
    fake.advance(50);
    same(growing.playState, "finished");
};

/* By the clock of frames it may be anywhere: on a busy machine they come late. */
cases.an_animation_that_has_just_begun_begins_now = function () {
    [16.7, 170].forEach(function (along) {
        openVirtual({}, []);
        document.timeline.currentTime = 1000;
        weir.wait(2000);
        document.timeline.currentTime = 1200;
        const growing = animation(500, {
            startTime: 1200 - along, currentTime: along
        });
        fake.advance(100);
        same([growing.playState, growing.currentTime], ["paused", 0]);
        for (var i = 0; i < 5; i++) {
            same(growing.playState, "paused");
            fake.advance(100);
        }
        same(growing.playState, "finished");
    });
};

/* As if it had begun before: a script has said so. */
cases.an_animation_may_have_begun_before_it_is_seen = function () {
    openVirtual({}, []);
    document.timeline.currentTime = 1000;
    weir.wait(1000);
    document.timeline.currentTime = 1016;
    const growing = animation(500, { startTime: 600, currentTime: 416 });
    fake.advance(100);
    same([growing.playState, growing.currentTime], ["paused", 416]);
    fake.advance(100);
    same(growing.playState, "finished");
};

cases.what_has_no_end_is_left_alone = function () {
    openVirtual({}, []);
    animation(Infinity);
    animation(100, { playState: "paused", currentTime: 7 });
    animation(100, { playbackRate: -1 });
    animation(100, { timeline: {} });
    animation(100, { effect: null });
    weir.wait(150);
    fake.advance(150);
    same(fake.pushes.length, 1);
    same(
        fake.animations.map(function (each) {
            return [each.playState, each.currentTime];
        }),
        [
            ["running", null], ["paused", 7], ["running", null],
            ["running", null], ["running", null]
        ]
    );
};

cases.what_begins_to_move_during_a_wait_is_seen_at_once = function () {
    openVirtual({ b: {} }, [el("p")]);
    weir.wait(1000);
    fake.now += 30;
    const growing = animation(40);
    first("p").setAttribute("class", "wide");
    fake.microtasks();
    same(growing.playState, "paused");
    fake.advance(40);
    same(growing.playState, "finished");
};

cases.in_real_time_animations_are_the_browsers_business = function () {
    open({}, []);
    animation(100);
    weir.settle();
    fake.advance(1);
    same([fake.animations[0].playState, fake.pushes.length], ["running", 1]);
};

cases.virtual_time_is_held_after_a_push = function () {
    install({}, { virtualTime: true });
    build([]);
    fake.loaded();
    same(fake.isHeld(), true); // a new document is held, too
    same(fake.isHeld(), true);
    weir.release();
    weir.observe();
    same(fake.isHeld(), false);
    fake.turn();
    same([fake.pushes.length, fake.isHeld()], [1, true]);
};

cases.about_tells_what_document_is_there = function () {
    open({}, []);
    const generation = read().generation;
    same(JSON.parse(weir.about()), {
        status: 200,
        type: "text/html",
        url: "http://localhost/",
        title: "Fake",
        generation: generation,
        busy: false,
        now: 1000
    });
    same(JSON.parse(weir.time()), { now: 1000 });
};

cases.frames_are_asked_for_where_the_host_makes_them = function () {
    install({}, { virtualTime: true, frameControl: true });
    build([]);
    fake.loaded();
    weir.release();
    weir.settle(1);
    fake.advance(1);
    // Two for a new document.
    same(kindsPushed(), ["frame"]);
    fake.frame();
    same(kindsPushed(), ["frame", "framed"]);
    fake.advance(1);
    fake.frame();
    fake.advance(1);
    same(kindsPushed(), ["frame", "framed", "frame", "framed", "settled"]);
};

/* A document that has had its first two frames. */
function framed(deps, children) {
    install(deps || {}, { virtualTime: true, frameControl: true });
    build(children || []);
    fake.loaded();
    weir.release();
    settleFramed(1, 2);
    fake.pushes = [];
}

/* Settles, with so many frames on the way. */
function settleFramed(turn, frames) {
    weir.release();
    weir.settle(turn);
    for (var i = 0; i < frames; i++) {
        fake.advance(1);
        fake.frame();
    }
    fake.advance(1);
}

cases.no_frame_is_asked_for_when_nothing_hangs_on_it = function () {
    framed();
    settleFramed(2, 0);
    same(kindsPushed(), ["settled"]);
};

cases.a_page_that_observes_sizes_gets_a_frame = function () {
    framed();
    fake.framesNode.data = "0 0 1";
    settleFramed(2, 1);
    same(kindsPushed(), ["frame", "framed", "settled"]);
};

cases.a_page_that_has_been_scrolled_gets_a_frame = function () {
    framed();
    fake.fire(document, "scroll");
    settleFramed(2, 1);
    same(kindsPushed(), ["frame", "framed", "settled"]);
};

/* When a page settles of which a frame is wanted and whose clock is set on by so many
 * milliseconds at a time. */
function settledBehind(jumps) {
    framed();
    fake.framesNode.data = "0 0 1";
    const begun = fake.now;
    weir.release();
    weir.settle(2);
    jumps.concat([1, 1, 1]).forEach(function (milliseconds) {
        fake.advance(milliseconds);
        if (kindsPushed().pop() === "frame") fake.frame();
    });
    same(kindsPushed(), ["frame", "framed", "settled"]);
    return fake.pushes[2].now - begun;
}

/* When the browser confirms what a page has stored is nobody's choice. */
cases.what_is_stored_is_waited_for_before_the_page_settles = function () {
    same(settledBehind([]), 2);
    same(settledBehind([10]), 11);
    same(settledBehind([20]), 21);
    same(settledBehind([10, 10]), 21);
};

/* Otherwise it would come before or behind the next action, as it happens. */
cases.an_event_waits_for_the_frame_that_is_under_way = function () {
    framed({ p: { textContent: {} } }, [el("p", {}, ["a"])]);
    fake.framesNode.data = "0 0 1";
    weir.wait(100);
    document.querySelectorAll("p")[0].children_[0].setData("b");
    fake.turn();
    fake.advance(1);
    same(kindsPushed(), []); // tasks of the page that are ready come first
    fake.ready();
    same(kindsPushed(), ["frame"]);
    fake.frame();
    same(kindsPushed(), ["frame", "framed", "events"]);
    settleFramed(2, 1);
    same(kindsPushed().slice(3), ["frame", "framed", "settled"]);
};

/* What hook_transition.js tells. */
function view(word) {
    fake.fire(document, "weir-transition-" + word);
}

cases.pictures_of_a_view_transition_hold_the_clock_and_get_frames = function () {
    framed();
    view("takes");
    same(fake.pushes, [
        { kind: "workers", busy: true },
        { kind: "frame", shown: true, patient: true }
    ]);
    weir.release();
    same(fake.isHeld(), true);
    fake.pushes = [];
    view("rests");
    same(fake.pushes, [{ kind: "workers", busy: false }, { kind: "framed" }]);
    same(fake.isHeld(), false);
};

/* Gives each frame that is asked for, until the page has settled. */
function settleMoving(milliseconds) {
    const begun = fake.now;
    var given = 0;
    while (kindsPushed().pop() !== "settled" && fake.now < begun + 3000) {
        fake.advance(milliseconds);
        fake.ready();
        if (kindsPushed().pop() !== "frame") continue;
        fake.frame();
        given++;
    }
    return { after: fake.now - begun, frames: given };
}

cases.a_page_settles_behind_its_view_transition = function () {
    framed();
    weir.release();
    weir.settle(2);
    view("moves");
    const moving = animation(250);
    fake.advance(1);
    moving.finish = function () {
        moving.playState = "finished";
        fake.animations = [];
        requestAnimationFrame(function () {
            view("stands");
        });
    };
    const settled = settleMoving(1);
    same(settled.after >= 250 && settled.after < 290, true);
    same(settled.frames <= 3, true);
};

cases.a_page_that_is_always_in_a_view_transition_settles = function () {
    framed();
    weir.release();
    weir.settle(2);
    view("moves");
    const settled = settleMoving(1);
    same(settled.after >= 1000 && settled.after < 1100, true);
};

/* The browser tells of paints behind the frame. */
cases.a_page_that_hears_of_paints_waits_for_the_answer_to_a_frame = function () {
    framed();
    fake.framesNode.data = "0 0 2";
    weir.release();
    weir.settle(2);
    fake.advance(1);
    same(fake.pushes, [{ kind: "frame", answered: true }]);
    fake.frame();
    fake.advance(20);
    same([kindsPushed(), fake.isHeld()], [["frame", "framed"], true]);
    weir.endFrame();
    fake.advance(1);
    same(kindsPushed(), ["frame", "framed", "settled"]);
};

/* What a view transition wishes for takes the place of what was awaited. */
cases.a_frame_that_is_awaited_comes_behind_a_view_transition_too = function () {
    framed();
    fake.framesNode.data = "0 0 2";
    weir.release();
    weir.settle(2);
    fake.advance(1);
    view("takes");
    view("rests");
    same(fake.pushes.filter(function (push) {
        return push.kind === "frame";
    }), [
        { kind: "frame", answered: true },
        { kind: "frame", shown: true, patient: true, answered: true },
        { kind: "frame", answered: true }
    ]);
    fake.frame();
    view("takes");
    view("rests");
    same(kindsPushed().pop(), "framed");
    weir.endFrame();
    fake.advance(1);
    same(kindsPushed().pop(), "settled");
};

function kindsPushed() {
    return fake.pushes.map(function (push) {
        return push.kind;
    });
}
