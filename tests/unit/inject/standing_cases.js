/* The standing observation (`::watch`): what is told, when, and what not. */

/* `kinds`: names; p elements with their text are read. */
function openWatching(kinds, children) {
    const deps = { p: { textContent: {} }, "::watch": {} };
    kinds.forEach(function (kind) {
        deps["::watch"][kind] = {};
    });
    install(deps);
    build(children);
    fake.loaded();
    weir.observe();
    fake.advance(1);
    fake.pushes = [];
}

function idsOf(push) {
    return (push.events || []).map(function (event) {
        return event.id;
    });
}

cases.a_change_is_told_once_the_page_has_settled = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    first("p").children_[0].setData("b");
    fake.turn();
    same(fake.pushes, []);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "events");
    same(idsOf(fake.pushes[0]), ["stateChanged"]);
    same(fake.pushes[0].state.p[0].textContent, "b");
};

cases.what_changes_while_the_page_settles_is_told_together = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    fake.framesNode.data = "0 1 0";
    first("p").children_[0].setData("b");
    fake.advance(1);
    same(fake.pushes, []);
    first("p").children_[0].setData("c");
    fake.framesNode.data = "0 0 0";
    fake.advance(4);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].state.p[0].textContent, "c");
    fake.advance(10);
    same(fake.pushes.length, 1);
};

cases.what_nobody_reads_is_not_told = function () {
    openWatching(["state"], [el("p", {}, ["a"]), el("i", {}, ["x"])]);
    first("i").children_[0].setData("y");
    fake.advance(5);
    same(fake.pushes, []);
};

cases.what_has_changed_back_is_not_told = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    first("p").children_[0].setData("b");
    fake.turn();
    first("p").children_[0].setData("a");
    fake.advance(1);
    same(fake.pushes, []);
};

cases.every_change_has_a_push_without_any_wait = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    ["b", "c", "d"].forEach(function (text) {
        first("p").children_[0].setData(text);
        fake.turn();
        fake.advance(1);
    });
    same(fake.pushes.length, 3);
    same(fake.pushes[1].generation > fake.pushes[0].generation, true);
};

cases.elements_are_compared_by_kind = function () {
    openWatching(["text", "attributes", "added", "removed"], [
        el("p", {}, ["a"]), el("p", {}, ["b"])
    ]);
    const refs = refsOf("p");
    first("p").children_[0].setData("x");
    fake.turn();
    fake.advance(1);
    same(fake.pushes[0].events, [{ id: "textChanged", args: [refs[0]] }]);
    first("p").setAttribute("title", "t");
    fake.turn();
    fake.advance(1);
    same(fake.pushes[1].events.slice(1), [
        { id: "attributeChanged", args: ["title", refs[0]] },
        { id: "attributesChanged", args: [refs[0]] }
    ]);
    first("p").remove();
    fake.turn();
    fake.advance(1);
    same(idsOf(fake.pushes[2]), ["detached", "removed"]);
    fake.body.append(el("p", {}, ["c"]));
    fake.turn();
    fake.advance(1);
    same(idsOf(fake.pushes[3]), ["changed", "added"]);
};

cases.what_an_action_does_is_no_event = function () {
    openWatching(["state", "text"], [el("p", {}, ["a"])]);
    weir.settle(7);
    first("p").children_[0].setData("b");
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "settled");
    same(fake.pushes[0].decision, "none");
    same(fake.pushes[0].events, []);
    fake.advance(5);
    same(fake.pushes.length, 1);
};

cases.an_action_that_comes_after_a_change_is_stopped = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    first("p").children_[0].setData("b");
    weir.settle(7);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].decision, "blocked");
    same(idsOf(fake.pushes[0]), ["stateChanged"]);
    fake.advance(5);
    same(fake.pushes.length, 1);
};

/* A look now and then would find it, but later. */
cases.what_leaves_no_trace_stops_an_action_in_real_time = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    first("p").children_[0].data_ = "b";
    weir.settle(7);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].decision, "blocked");
    same(idsOf(fake.pushes[0]), ["stateChanged"]);
};

cases.a_change_while_a_stopped_action_settles_keeps_nothing_back = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    first("p").children_[0].setData("b");
    weir.settle(7);
    first("p").children_[0].setData("c");
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "settled");
    same(fake.pushes[0].state.p[0].textContent, "c");
};

cases.a_wait_goes_on_after_a_change_that_is_not_told = function () {
    openWatching(["state"], [el("p", {}, ["a"]), el("i", {}, ["x"])]);
    weir.wait(100);
    fake.advance(50);
    first("i").children_[0].setData("y");
    fake.advance(1);
    same(fake.pushes, []);
    fake.advance(49);
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "timeout");
    same(fake.pushes[0].events, []);
};

cases.the_end_of_a_wait_in_the_middle_of_a_change_is_told_later = function () {
    openWatching(["state"], [el("p", {}, ["a"])]);
    weir.wait(0);
    first("p").children_[0].setData("b");
    same(JSON.parse(weir.endWait()), { pending: true });
    fake.advance(1);
    same(fake.pushes.length, 1);
    same(fake.pushes[0].kind, "events");
};

cases.the_clock_of_the_specification = function () {
    openWatching(["timers"], [el("p", {}, ["a"])]);
    weir.timers([["after", 30, fake.now], ["every", 20, fake.now]]);
    const seen = [];
    for (var i = 0; i < 70; i++) {
        fake.pushes = [];
        fake.advance(1);
        fake.pushes.forEach(function (push) {
            seen.push(push.events[0].id + " " + (i + 1));
        });
    }
    same(seen, ["every 21", "after 31", "every 41", "every 61"]);
    weir.timers([]);
    fake.pushes = [];
    fake.advance(50);
    same(fake.pushes, []);
};

cases.a_resize_is_an_event = function () {
    openWatching(["resize"], [el("p", {}, ["a"])]);
    fake.fire(globalThis, "resize");
    fake.advance(1);
    same(idsOf(fake.pushes[0]), ["resized"]);
};

cases.an_unknown_kind_is_refused = function () {
    var words = "";
    try {
        install({ "::watch": { weather: {} } });
    } catch (error) {
        words = error.message;
    }
    same(words, "there is no kind of event 'weather' to watch");
};
