/* Selectors with ">>>": elements in shadow roots and frames. */

const ROWS = "my-app >>> .row";

function app(attributes, rows) {
    return shadow(el("my-app", attributes), rows);
}

function row(id, more) {
    return el("p", { "class": "row", id: id }, [], more);
}

/* The ids of the elements that a selector gives. */
function found(selector, children) {
    const deps = {};
    deps[selector] = { id: {} };
    open(deps, children);
    return fieldOf(selector, "id");
}

cases.a_part_is_looked_up_in_the_shadow_roots_of_the_part_before = function () {
    same(
        found(ROWS, [
            row("outside"),
            app({ id: "a" }, [row("a1"), el("div", {}, [row("a2")])]),
            el("div", {}, [app({ id: "b" }, [row("b1")])]),
            el("my-app", { id: "without" }, [row("light")])
        ]),
        ["a1", "a2", "b1"]
    );
};

cases.parts_nest_and_keep_document_order = function () {
    function item(id) {
        return shadow(el("my-item"), [row(id)]);
    }
    same(
        found("my-app >>> my-item >>> .row", [
            app({}, [item("a1"), item("a2")]),
            app({}, [row("too high"), item("b1")])
        ]),
        ["a1", "a2", "b1"]
    );
};

cases.a_part_is_looked_up_in_the_documents_of_frames = function () {
    same(
        found("iframe >>> .row", [
            frame({}, [row("a")]),
            frame({}, []),
            el("iframe"), /* of another origin */
            frame({}, [el("div", {}, [row("b")])])
        ]),
        ["a", "b"]
    );
};

cases.frame_stands_for_iframe = function () {
    same(found("frame#pay >>> .row", [frame({ id: "pay" }, [row("a")])]), [
        "a"
    ]);
};

cases.roots_and_frames_mix = function () {
    same(
        found("my-app >>> frame >>> my-app >>> .row", [
            app({}, [frame({}, [app({}, [row("a")]), row("too high")])])
        ]),
        ["a"]
    );
};

cases.parts_may_be_lists = function () {
    same(
        found("my-app, your-app >>> .row, .line", [
            app({}, [row("a"), el("p", { "class": "line", id: "b" })]),
            shadow(el("your-app"), [row("c")])
        ]),
        ["a", "b", "c"]
    );
};

cases.selectors_without_it_stay_outside = function () {
    const deps = { ".row": { id: {} } };
    deps[ROWS] = {};
    open(deps, [row("outside"), app({}, [row("inside")])]);
    same(fieldOf(".row", "id"), ["outside"]);
};

cases.a_wrong_part_is_told_wherever_it_stands = function () {
    [">>> .row", "my-app >>>", "my-app >>> p$", "a >>> $ >>> p"].forEach(
        function (selector) {
            const deps = {};
            deps[selector] = {};
            fake.observers = [];
            install(deps);
            const error = read().error;
            same([error.kind, error.selector], ["selector", selector]);
        }
    );
};

/* ---- what a model reads and names ----------------------------------------- */

/* A row is found where it is refused as "empty": it has no box. */
/* A dependency set of a model whose view is this description. */
function viewing(description) {
    const deps = { "::view": {}, "::nested": {} };
    deps["::view"][JSON.stringify(description)] = {};
    return deps;
}

function shown() {
    return read().state["::view"][0];
}

function find(wanted) {
    return locate("find:" + JSON.stringify(wanted));
}

function card(id) {
    const card = el("my-card", { id: id }, [], { box: [0, 0, 9, 9] });
    return shadow(card, [row(id + "-row")]);
}

cases.a_view_looks_into_the_tree_of_each_element = function () {
    open(viewing({ all: "my-card", of: { one: ">>> .row", attribute: "id" } }), [
        card("a"), el("my-card", {}, [], { box: [0, 0, 9, 9] }), card("b")
    ]);
    same(shown(), ["a-row", null, "b-row"]);
    const view = { all: "my-app >>> div", of: { one: "my-card >>> p", attribute: "id" } };
    open(viewing(view), [app({}, [
        el("div", {}, [card("c")], { box: [0, 0, 9, 9] }), card("d")
    ])]);
    same(shown(), ["c-row"]);
};

cases.an_action_names_what_no_selector_of_the_view_reaches = function () {
    open(viewing({ one: "p", attribute: "id" }), [
        app({}, [card("a"), card("b")]), frame({}, [row("c")])
    ]);
    same(find({ find: "my-app >>> my-card#b >>> .row" }).reason, "empty");
    same(find({ find: "frame >>> .row" }).reason, "empty");
    same(find({ find: ">>> .row", "in": { find: "my-app >>> #a" } }).reason, "empty");
    same(find({ find: "my-card >>> .row", "in": { find: "my-app" } }).reason,
        "not there: my-card >>> .row");
    same(find({ find: "my-app >>> my-card >>> .row" }).reason,
        "one of 2: my-app >>> my-card >>> .row");
    same(find({ find: "my-app >>> .nothing" }).reason,
        "not there: my-app >>> .nothing");
};

cases.a_selector_of_an_action_that_is_none_is_told_as_such = function () {
    open(viewing({ one: "p", attribute: "id" }), [card("a")]);
    same(find({ find: "my-card >>> p$" }).invalid.selector, "my-card >>> p$");
    same(find({ find: ">>> p" }).invalid.selector, ">>> p");
    same(find({ find: "p$", "in": { find: "my-card" } }).invalid.selector, "p$");
};

cases.the_trees_that_an_action_leads_through_are_watched = function () {
    open(viewing({ one: "p", attribute: "id" }), [app({}, [card("a")])]);
    const row = document.querySelectorAll("my-app")[0].shadow_.querySelectorAll("my-card")[0]
        .shadow_.querySelectorAll("p")[0];
    const before = read().generation;
    row.setAttribute("class", "row new");
    same(read().generation, before);
    find({ find: "my-app >>> my-card >>> .row" });
    row.setAttribute("class", "row newer");
    same(read().generation, before + 1);
};

/* ---- the compiler's view of a selector ---------------------------------- */

cases.what_looks_like_it_and_is_none_is_left_alone = function () {
    same(partsIn("a > b >>> c"), ["a > b", "c"]);
    same(partsIn('a[title=">>>"] p'), ['a[title=">>>"] p']);
    same(partsIn("a[title='\\'>>>']>>>b"), ["a[title='\\'>>>']", "b"]);
    same(partsIn(":is(a >>> b)"), [":is(a >>> b)"]);
    same(partsIn("a\\>>>b"), ["a\\>>>b"]);
    same(partsIn("a[b"), ["a[b"]);
    same(partsIn('a["'), ['a["']);
};

cases.only_the_type_frame_is_meant = function () {
    same(withFrames("frame"), ":is(frame,iframe)");
    same(withFrames("div>FRAME.a, frame#b"),
        "div>:is(frame,iframe).a, :is(frame,iframe)#b");
    ["#frame", ".frame", "frames", "frame-set", "my-frame", "[a=frame]",
        "a[title=' frame']", "iframe", "x|frame", "frame|x", ".a\\ frame",
        "frame\\-x"
    ].forEach(function (selector) {
        same(withFrames(selector), selector);
    });
};

/* ---- fields -------------------------------------------------------------- */

const FRAME_BOX = { box: [100, 50, 200, 100] };

cases.places_are_those_of_the_window = function () {
    open({ "frame >>> p": { position: {} } }, [
        frame({}, [row("a", { box: [10, 20, 30, 40] })], {
            box: [100, 50, 200, 100],
            border_: 2
        })
    ]);
    same(fieldOf("frame >>> p", "position"), [
        { x: 112, y: 72, width: 30, height: 40 }
    ]);
};

cases.what_a_frame_hides_is_not_visible = function () {
    const style = { visibility: "hidden" };
    open({ "frame >>> p": { visible: {} } }, [
        frame({}, [row("a", { box: [0, 0, 9, 9] })], FRAME_BOX),
        frame({}, [row("b", { box: [0, 0, 9, 9] })], {
            box: [100, 50, 200, 100],
            style: style
        })
    ]);
    same(fieldOf("frame >>> p", "visible"), [true, false]);
};

cases.hit_through_shadow_roots_and_frames = function () {
    open({ "my-app >>> frame >>> p": { interactable: {} } }, [
        shadow(el("my-app", {}, [], { box: [0, 0, 800, 600] }), [
            frame({}, [
                row("free", { box: [0, 0, 50, 20] }),
                row("below the edge", { box: [0, 95, 50, 20] }),
                row("covered in the frame", { box: [60, 0, 20, 20] }),
                el("div", {}, [], { box: [60, 0, 20, 20] }),
                row("covered in the page", { box: [100, 0, 20, 20] })
            ], FRAME_BOX)
        ]),
        el("div", {}, [], { box: [200, 50, 30, 30] })
    ]);
    same(fieldOf("my-app >>> frame >>> p", "interactable"), [
        true, false, false, false
    ]);
};

cases.slotted_text_is_hit_for_the_button_around_the_slot = function () {
    const box = { box: [0, 0, 50, 20] };
    const slot = el("slot");
    const word = el("span", {}, [], box);
    word.slot_ = slot;
    open({ "my-app >>> button": { interactable: {} } }, [
        shadow(el("my-app", {}, [word], box), [el("button", {}, [slot], box)])
    ]);
    same(fieldOf("my-app >>> button", "interactable"), [true]);
};

cases.in_viewport_only_within_the_frame = function () {
    open({ "frame >>> p": { inViewport: {} } }, [
        frame({}, [
            row("in", { box: [0, 0, 10, 10] }),
            row("out", { box: [0, 150, 10, 10] })
        ], FRAME_BOX),
        frame({}, [row("frame out", { box: [0, 0, 10, 10] })], {
            box: [0, 900, 200, 100]
        })
    ]);
    same(fieldOf("frame >>> p", "inViewport"), [true, false, false]);
};

cases.active_when_all_around_is = function () {
    const input = el("input", {}, [], { tabIndex: 0 });
    open({ "my-app >>> input": { active: {} }, "my-app": { active: {} } }, [
        shadow(el("my-app"), [input, el("input")])
    ]);
    same(fieldOf("my-app >>> input", "active"), [false, false]);
    input.focus();
    same(fieldOf("my-app >>> input", "active"), [true, false]);
    same(fieldOf("my-app", "active"), [true]);
};

/* ---- actions --------------------------------------------------------------- */

cases.locate_points_into_a_frame = function () {
    open({ "frame#f >>> p": {} }, [
        frame({ id: "f" }, [row("a", { box: [10, 20, 30, 40] })], FRAME_BOX)
    ]);
    const spot = locate(refsOf("frame#f >>> p")[0]);
    same([spot.x, spot.y, spot.scrolled], [125, 90, false]);
    same([spot.selector, spot.index, spot.count], ["frame#f >>> p", 0, 1]);
};

cases.a_cover_is_named = function () {
    open({ "frame >>> p": {} }, [
        frame({}, [row("a", { box: [0, 0, 10, 10] })], FRAME_BOX),
        el("div", { id: "cover" }, [], FRAME_BOX)
    ]);
    same(locate(refsOf("frame >>> p")[0]), {
        ok: false,
        reason: "covered",
        by: "<div#cover>"
    });
};

cases.an_element_goes_with_its_frame = function () {
    const pay = frame({}, [row("a")]);
    open({ "frame >>> p": {} }, [pay]);
    const ref = refsOf("frame >>> p")[0];
    fake.navigate(pay, [row("b")]);
    same(perform("focus", ref), { ok: false, reason: "detached" });
    same(refsOf("frame >>> p"), ["e1.2"]);
};

/* ---- changes --------------------------------------------------------------- */

function pushedEvents() {
    fake.turn();
    return fake.pushes.map(function (push) {
        return push.events;
    });
}

cases.a_change_in_a_shadow_root_is_one = function () {
    const host = app({}, [row("a")]);
    const deps = { ".row": {} };
    deps[ROWS] = {};
    open(deps, [host]);
    const ref = refsOf(ROWS)[0];
    weir.observe();
    host.shadow_.children_[0].setAttribute("title", "x");
    same(pushedEvents(), [[{ id: "changed", args: [ref] }]]);
};

cases.a_row_taken_out_is_one_of_its_own_root = function () {
    const host = app({}, [row("a")]);
    open({ ".row": {}, "my-app >>> p": {} }, [host, row("outside")]);
    weir.observe();
    host.shadow_.children_[0].remove();
    same(pushedEvents(), [[{ id: "detached", args: ["<p></p>"] }]]);
    fake.pushes = [];
    weir.observe();
    const other = el("p");
    document.body.append(other);
    other.remove();
    same(pushedEvents(), []); /* a "my-app >>> p" it never was */
};

cases.a_root_that_comes_with_its_host_is_watched = function () {
    const deps = {};
    deps[ROWS] = {};
    open(deps, []);
    const host = app({}, [row("a")]);
    document.body.append(host);
    fake.turn();
    const before = read().generation;
    host.shadow_.children_[0].setAttribute("title", "x");
    same(read().generation, before + 1);
};

cases.a_root_that_is_attached_later_is_watched = function () {
    const deps = {};
    deps[ROWS] = {};
    const host = el("my-app");
    open(deps, [host]);
    shadow(host, []);
    host.dispatchEvent(new Event("weir-shadow"));
    weir.observe();
    host.shadow_.append(row("a"));
    same(pushedEvents()[0].length, 1);
};

cases.the_page_does_not_hear_of_it = function () {
    const deps = {};
    deps[ROWS] = {};
    const host = el("my-app");
    open(deps, [host]);
    var heard = 0;
    globalThis.addEventListener("weir-shadow", function () {
        heard++;
    }, true);
    host.dispatchEvent(new Event("weir-shadow"));
    same(heard, 0);
};

cases.a_root_out_of_reach_is_let_go = function () {
    const deps = {};
    deps[ROWS] = {};
    const host = app({ "class": "on" }, [row("a")]);
    open(deps, [host]);
    host.remove();
    fake.microtasks();
    const before = read().generation;
    host.shadow_.children_[0].setAttribute("title", "x");
    same(read().generation, before);
    document.body.append(host);
    host.shadow_.children_[0].setAttribute("title", "y");
    same(read().state[ROWS].length, 1);
};

cases.a_new_document_in_a_frame_is_a_change = function () {
    const pay = frame({}, [row("a")]);
    open({ "frame >>> .row": {} }, [pay]);
    const before = read().generation;
    fake.navigate(pay, []);
    same(read().generation, before + 1);
    pay.document_.body_.append(row("b"));
    same(read().generation, before + 2);
};

/* ---- the guard -------------------------------------------------------------- */

cases.input_into_a_frame_is_guarded = function () {
    const pay = frame({}, [row("a")], FRAME_BOX);
    open({ "frame >>> .row": { attributes: { title: {} } } }, [pay]);
    const target = pay.document_.body_.children_[0];
    weir.expect(read().generation);
    same(fake.fire(target, "mousedown").stopped, false);
    weir.expect(read().generation);
    target.setAttribute("title", "x");
    same(fake.fire(target, "mousedown").stopped, true);
};

cases.a_change_in_a_frame_stops_input_into_the_page = function () {
    const pay = frame({}, [row("a")], FRAME_BOX);
    open({ "frame >>> .row": { attributes: { title: {} } }, p: {} }, [
        pay, el("p")
    ]);
    weir.expect(read().generation);
    pay.document_.body_.children_[0].setAttribute("title", "x");
    const target = document.querySelectorAll("p")[0];
    same(fake.fire(target, "mousedown").stopped, true);
};

cases.a_frame_is_guarded_also_when_nothing_in_it_is_read = function () {
    open({ p: { attributes: { title: {} } } }, [
        frame({}, [row("a")], FRAME_BOX),
        el("p")
    ]);
    const view = document.querySelectorAll("iframe")[0].document_.view_;
    weir.adopt(view);
    weir.expect(read().generation);
    document.querySelectorAll("p")[0].setAttribute("title", "x");
    const inside = view.document.body_.children_[0];
    same(fake.fire(inside, "mousedown").stopped, true);
};

cases.a_move_in_a_frame_has_its_place_in_the_window = function () {
    const pay = frame({}, [row("a")], FRAME_BOX);
    open({ "frame >>> .row": { attributes: { title: {} } } }, [pay]);
    const target = pay.document_.body_.children_[0];
    weir.expect(read().generation, 105, 55);
    fake.fire(target, "mousemove", { clientX: 50, clientY: 50 });
    same(weir.expect(read().generation, 105, 55), "none");
    fake.fire(target, "mousemove", { clientX: 5, clientY: 5 });
    same(weir.expect(null), "passed");
};

cases.the_end_of_input_is_seen_in_a_frame = function () {
    const pay = frame({}, [row("a")], FRAME_BOX);
    open({ "frame >>> .row": {} }, [pay]);
    weir.aimKeys(read().generation, 1, 7);
    fake.fire(pay.document_.body_.children_[0], "keyup");
    fake.advance(1);
    same(fake.pushes.map(function (push) {
        return push.turn;
    }), [7]);
};
