/* weir.patience: an action's own rule for when its state is taken. */

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

cases.a_change_without_a_trace_is_found_after_one_that_has_one = function () {
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
 * `begun`: of the requests, in milliseconds after the settling. */
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

cases.after_one_that_was_under_way_comes_a_piece_more = function () {
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
