/* weir.settle and weir.wait: when a state is taken, and what moves meanwhile. */

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

/* Both are the same moment, told with and without what rounding leaves. */
cases.one_that_begins_with_the_last_look_begins_now = function () {
    openVirtual({}, []);
    document.timeline.currentTime = 600967.636;
    weir.wait(1000);
    document.timeline.currentTime = 600984.302;
    const growing = animation(250, {
        startTime: 600967.6359999999, currentTime: 16.665999999986525
    });
    fake.advance(100);
    same([growing.playState, growing.currentTime], ["paused", 0]);
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

/* Otherwise it would come before or after the next action, as it happens. */
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

cases.a_page_settles_after_its_view_transition = function () {
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

/* The browser tells of paints after the frame. */
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
cases.a_frame_that_is_awaited_comes_after_a_view_transition_too = function () {
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
