/* weir.read: what the reference (8.3) says of each field. */

cases.works_before_there_is_any_element = function () {
    install({ p: {} });
    same(read(), {
        now: 1000,
        generation: 0,
        state: { p: [] },
        loaded: false
    });
};

cases.elements_come_in_document_order_with_ref_and_position = function () {
    install({ "#b": { position: {} }, p: { position: {} } });
    build([
        el("p", { id: "a" }, [], { box: [1.4, 2.6, 10.5, 20] }),
        el("div", {}, [el("p", { id: "b" }, [], { box: [5, 6, 7, 8] })])
    ]);
    same(read().state, {
        "#b": [{ ref: "e1.1", position: { x: 5, y: 6, width: 7, height: 8 } }],
        p: [
            { ref: "e1.2", position: { x: 1, y: 3, width: 11, height: 20 } },
            { ref: "e1.1", position: { x: 5, y: 6, width: 7, height: 8 } }
        ]
    });
};

cases.a_position_is_read_where_it_is_asked_for = function () {
    open({ "#a": {}, p: { position: {} } }, [
        el("p", { id: "a" }, [], { box: BOX })
    ]);
    same(read().state, {
        "#a": [{ ref: "e1.1" }],
        p: [{ ref: "e1.1", position: { x: 10, y: 10, width: 100, height: 20 } }]
    });
};

cases.places_are_told_by_the_names_that_the_last_state_had = function () {
    open({ p: {} }, [el("p", {}, [], { box: BOX })]);
    read();
    build([el("p", {}, [], { box: BOX })]);
    same(JSON.parse(weir.places()), {
        "e1.1": { x: 10, y: 10, width: 100, height: 20 }
    });
};

cases.an_element_that_is_not_visible_has_no_position = function () {
    open({ p: { position: {} } }, [el("p", {}, [], { style: { display: "none" } })]);
    same(fieldOf("p", "position"), [null]);
};

cases.a_ref_stays_with_its_element = function () {
    open({ p: {} }, [el("p"), el("p")]);
    const before = refsOf("p");
    document.querySelectorAll("p")[0].remove();
    same(refsOf("p"), [before[1]]);
};

cases.refs_carry_the_ordinal_of_the_document = function () {
    install({ p: {} });
    weir.start(42);
    build([el("p")]);
    same(refsOf("p"), ["e42.1"]);
};

cases.loaded_says_whether_the_document_is_complete = function () {
    install({});
    build([]);
    same(read().loaded, false);
    fake.loaded();
    same(read().loaded, true);
};

cases.enabled_is_the_absence_of_disabled = function () {
    open({ p: { enabled: {} } }, [
        el("p"),
        el("p", {}, [], { disabled: false }),
        el("p", {}, [], { disabled: true })
    ]);
    same(fieldOf("p", "enabled"), [true, true, false]);
};

const BOX = [10, 10, 100, 20];

function visibilityOf(style, more) {
    fake.root = null;
    document.children_ = [];
    build([el("p", {}, [], { box: BOX, style: style })]);
    return fieldOf("p", "visible")[0];
}

cases.visible_needs_display_visibility_and_opacity = function () {
    install({ p: { visible: {} } });
    same(visibilityOf({}), true);
    same(visibilityOf({ display: "none" }), false);
    same(visibilityOf({ visibility: "hidden" }), false);
    same(visibilityOf({ opacity: "0" }), false);
    same(visibilityOf({ opacity: "0.1" }), true);
};

cases.visible_needs_an_offset_parent_unless_fixed = function () {
    const hidden = { style: { display: "none" } };
    open({ p: { visible: {} } }, [
        el("div", {}, [el("p", {}, [], { box: BOX })], hidden),
        el("p", {}, [], { box: BOX, style: { position: "fixed" } })
    ]);
    same(fieldOf("p", "visible"), [false, true]);
};

cases.an_option_is_visible_with_its_select = function () {
    open({ option: { visible: {} } }, [
        el("select", {}, [el("option")], { box: BOX }),
        el("select", {}, [el("option")], { style: { display: "none" } })
    ]);
    same(fieldOf("option", "visible"), [true, false]);
};

cases.an_svg_element_is_visible_when_it_has_a_box = function () {
    open({ svg: { visible: {} } }, [
        el("svg", {}, [], { box: BOX }),
        el("svg")
    ]);
    same(fieldOf("svg", "visible"), [true, false]);
};

/* checklist 71 */
cases.interactable_is_hit_at_its_centre = function () {
    open({ p: { interactable: {} } }, [
        el("p", {}, [], { box: [0, 0, 100, 100] }),
        el("p", {}, [el("i", {}, [], { box: [0, 200, 50, 50] })], {
            box: [0, 200, 50, 50]
        }),
        el("p", {}, [], { box: [0, 300, 100, 100] }),
        el("div", {}, [], { box: [40, 340, 20, 20] }),
        el("p", {}, [], { box: [0, 590, 100, 30] }),
        el("p", {}, [], {
            box: [0, 500, 10, 10],
            style: { pointerEvents: "none" }
        })
    ]);
    /* free, hit by its child, covered, centre below the window, no events */
    same(fieldOf("p", "interactable"), [true, true, false, false, false]);
};

cases.what_is_not_visible_is_not_interactable = function () {
    open({ p: { interactable: {} } }, [
        el("p", {}, [], { box: BOX, style: { opacity: "0" } })
    ]);
    same(fieldOf("p", "interactable"), [false]);
};

cases.an_option_is_interactable_when_its_select_is_hit = function () {
    open({ option: { interactable: {} } }, [
        el("select", {}, [el("option"), el("optgroup", {}, [el("option")])], {
            box: BOX
        }),
        el("select", {}, [el("option")], { box: [300, 0, 10, 10] }),
        el("div", {}, [], { box: [300, 0, 10, 10] })
    ]);
    same(fieldOf("option", "interactable"), [true, true, false]);
};

cases.in_viewport_when_a_corner_of_a_box_is = function () {
    open({ p: { inViewport: {} } }, [
        el("p", {}, [], { box: [790, 590, 100, 100] }),
        el("p", {}, [], { box: [900, 0, 10, 10] }),
        el("p", {}, [], { box: [-100, -100, 2000, 2000] }),
        el("p"),
        el("p", {}, [], {
            box: [0, 700, 10, 10],
            lines_: [
                [0, 700, 10, 10],
                [0, 500, 10, 10]
            ]
        })
    ]);
    /* one corner, right of it, around it, no box, the second line */
    same(fieldOf("p", "inViewport"), [true, false, false, false, true]);
};

cases.active_is_the_focused_element = function () {
    open({ p: { active: {} } }, [el("p", {}, [], { tabIndex: 0 }), el("p")]);
    document.querySelectorAll("p")[0].focus();
    same(fieldOf("p", "active"), [true, false]);
};

cases.class_list_is_a_list_of_names = function () {
    open({ p: { classList: {} } }, [el("p", { "class": "a b" }), el("p")]);
    same(fieldOf("p", "classList"), [["a", "b"], []]);
};

cases.css_and_attributes_hold_what_is_asked = function () {
    const css = { display: {}, color: {} };
    open({ p: { css: css, attributes: { title: {} } } }, [
        el("p", { title: "t" }, [], { style: { color: "red" } }),
        el("p")
    ]);
    same(fieldOf("p", "css"), [
        { display: "block", color: "red" },
        { display: "block", color: "" }
    ]);
    same(fieldOf("p", "attributes"), [{ title: "t" }, { title: null }]);
};

cases.styles_have_the_names_of_scripts_as_well = function () {
    const css = { backgroundColor: {}, "background-color": {}, "--itsOwn": {} };
    const style = { "background-color": "red", "--itsOwn": "7" };
    open({ p: { css: css } }, [el("p", {}, [], { style: style })]);
    same(fieldOf("p", "css"), [
        { backgroundColor: "red", "background-color": "red", "--itsOwn": "7" }
    ]);
};

cases.other_fields_are_dom_properties = function () {
    open({ p: { textContent: {}, answer: {}, missing: {} } }, [
        el("p", {}, ["some ", el("b", {}, ["text"])], { answer: 42 })
    ]);
    const state = read().state.p[0];
    same(state.textContent, "some text");
    same(state.answer, 42);
    same(state.missing, null);
};

cases.text_is_what_is_rendered = function () {
    open({ p: { text: {}, textContent: {} } }, [
        el("p", {}, [
            "shown",
            el("b", {}, [" hidden"], { style: { display: "none" } })
        ])
    ]);
    const state = read().state.p[0];
    same(state.text, "shown");
    same(state.textContent, "shown hidden");
};

cases.text_stays_a_dom_property_where_there_is_one = function () {
    open({ p: { text: {} } }, [
        el("p", {}, ["rendered"], { text: "of a link" }),
        el("p", {}, ["rendered"], { text: "" })
    ]);
    same(fieldOf("p", "text"), ["of a link", ""]);
};

cases.text_of_what_is_no_html_element_is_its_text_content = function () {
    open({ svg: { text: {} } }, [el("svg", {}, ["drawn"])]);
    same(fieldOf("svg", "text"), ["drawn"]);
};

cases.text_with_fields_below_it_is_a_dom_property = function () {
    open({ p: { text: { size: {} } } }, [el("p", {}, [], { text: { size: 3 } })]);
    same(fieldOf("p", "text"), [{ size: 3 }]);
};

/* The property `x` of an element, as read. */
function valueOf(value) {
    fake.root = null;
    document.children_ = [];
    build([el("p", {}, [], { x: value })]);
    return fieldOf("p", "x")[0];
}

cases.what_json_cannot_say_is_null = function () {
    install({ p: { x: {} } });
    same(valueOf(undefined), null);
    same(valueOf(null), null);
    same(valueOf(NaN), null);
    same(valueOf(Infinity), null);
    same(valueOf(function () {}), null);
    same(valueOf(Symbol("s")), null);
    same(valueOf(document), null);
    same(valueOf({ a: NaN, b: [undefined, 1] }), { a: null, b: [null, 1] });
};

cases.objects_that_say_their_json_are_asked = function () {
    install({ p: { x: {} } });
    same(valueOf(new Date(0)), "1970-01-01T00:00:00.000Z");
};

cases.elements_become_refs = function () {
    open({ p: { list: {} }, b: {} }, [el("p"), el("b"), el("b")]);
    const found = document.querySelectorAll("b");
    document.querySelectorAll("p")[0].list = [found[1], { one: found[0] }];
    const refs = refsOf("b");
    same(fieldOf("p", "list"), [[refs[1], { one: refs[0] }]]);
};

cases.host_lists_become_lists = function () {
    const list = { length: 2, 0: "a", 1: "b" };
    list[Symbol.toStringTag] = "DOMTokenList";
    install({ p: { x: {} } });
    same(valueOf(list), ["a", "b"]);
};

cases.cycles_end = function () {
    const loop = { name: "l" };
    loop.again = loop;
    install({ p: { x: {} } });
    same(valueOf(loop), { name: "l", again: null });
};

/* Depth and size have bounds: 8 levels, 5000 parts. */
cases.deep_values_end = function () {
    install({ p: { x: {} } });
    var deep = "end";
    for (var i = 0; i < 8; i++) deep = [deep];
    same(valueOf(deep), [[[[[[[["end"]]]]]]]]);
    same(valueOf([deep]), [[[[[[[[null]]]]]]]]);
};

cases.huge_values_end = function () {
    const huge = [];
    for (var i = 0; i < 5001; i++) huge.push(i);
    install({ p: { x: {} } });
    same(valueOf(huge.slice(0, 5000)).length, 5000);
    same(valueOf(huge).length, 5000);
};

cases.a_property_that_throws_is_null = function () {
    open({ p: { bad: {} } }, [el("p")]);
    Object.defineProperty(document.querySelectorAll("p")[0], "bad", {
        get: function () {
            throw new Error("no");
        }
    });
    same(fieldOf("p", "bad"), [null]);
};

cases.a_schema_reads_nested_properties = function () {
    open({ p: { validity: { valid: {}, x: { y: {} }, none: {} } } }, [
        el("p", {}, [], { validity: { valid: true, x: { y: 1, z: 2 } } })
    ]);
    same(fieldOf("p", "validity"), [{ valid: true, x: { y: 1 }, none: null }]);
};

cases.a_schema_on_what_is_no_object_gives_that = function () {
    open({ p: { a: { b: { c: {} } }, none: { c: {} } } }, [
        el("p", {}, [], { a: { b: 3 } })
    ]);
    same(fieldOf("p", "a"), [{ b: 3 }]);
    same(fieldOf("p", "none"), [null]);
};

cases.position_is_no_dom_property = function () {
    open({ p: { position: { x: {} } } }, [
        el("p", {}, [], { box: BOX, position: { x: 7 } })
    ]);
    same(fieldOf("p", "position"), [{ x: 10, y: 10, width: 100, height: 20 }]);
};

cases.asking_for_ref_and_position_changes_nothing = function () {
    open({ p: { ref: {}, position: {} } }, [el("p", {}, [], { box: BOX })]);
    same(read().state.p, [
        { ref: "e1.1", position: { x: 10, y: 10, width: 100, height: 20 } }
    ]);
};

cases.an_invalid_selector_is_an_error = function () {
    open({ p: {}, "p!": {} }, [el("p")]);
    same(read().error, {
        kind: "selector",
        selector: "p!",
        message: "'p!' is not a valid selector."
    });
};

cases.layout_is_read_once_for_each_element = function () {
    const all = {
        visible: {}, interactable: {}, css: { display: {} }, position: {}
    };
    open({ p: all, "#a": all, "body p": all }, [
        el("p", { id: "a" }, [], { box: BOX, style: { opacity: "0" } }),
        el("p", {}, [], { box: BOX, style: { pointerEvents: "none" } })
    ]);
    fake.reads.box = fake.reads.style = 0;
    read();
    same(fake.reads, { box: 1, style: 2 });
};

cases.controls_that_hide_methods_of_their_form_do_no_harm = function () {
    const form = el("form", { "class": "a" }, [], {
        box: BOX,
        matches: el("input"),
        getAttribute: el("input"),
        getBoundingClientRect: el("input")
    });
    open({ form: { attributes: { "class": {} } } }, [el("p")]);
    fake.body.append(form);
    same(fieldOf("form", "attributes"), [{ "class": "a" }]);
};
