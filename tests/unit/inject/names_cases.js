/* role.js and label.js: what assistive technology makes of an element. What is expected
 * is that of "HTML Accessibility API Mappings" and of "Accessible Name and Description
 * Computation". Each element that is asked about has the class x. */

getters(Node.prototype, {
    childNodes: function () {
        return this.children_;
    }
});
Document.prototype.getElementById = function (id) {
    return this.querySelectorAll("#" + id)[0] || null;
};

const INLINE = { style: { display: "inline" } };

function asked(name, attributes, children, more) {
    const all = { class: "x" };
    Object.keys(attributes || {}).forEach(function (key) {
        all[key] = attributes[key];
    });
    return el(name, all, children, more);
}

function rolesOf(elements) {
    open({ ".x": { computedRole: {} } }, elements);
    return fieldOf(".x", "computedRole");
}

function labelsOf(elements) {
    open({ ".x": { computedLabel: {} } }, elements);
    return fieldOf(".x", "computedLabel");
}

cases.a_tag_has_a_role = function () {
    same(rolesOf([
        asked("button"), asked("h3"), asked("ul", {}, [asked("li")]), asked("div"),
        asked("textarea"), asked("a", { href: "#" }), asked("a")
    ]), ["button", "heading", "list", "listitem", "generic", "textbox", "link",
        "generic"]);
};

cases.an_input_has_that_of_its_type = function () {
    function input(type, attributes) {
        return asked("input", attributes, [], { type: type });
    }
    same(rolesOf([
        input("text"), input("checkbox"), input("number"), input("range"),
        input("submit"), input("password"), input("text", { list: "words" }),
        input("hidden")
    ]), ["textbox", "checkbox", "spinbutton", "slider", "button", "textbox",
        "combobox", "none"]);
};

cases.a_select_is_a_box_or_a_list = function () {
    same(rolesOf([
        asked("select", {}, [], { multiple: false, size: 0 }),
        asked("select", {}, [], { multiple: true, size: 0 }),
        asked("select", {}, [], { multiple: false, size: 4 })
    ]), ["combobox", "listbox", "listbox"]);
};

cases.the_first_role_that_there_is_counts = function () {
    same(rolesOf([
        asked("div", { role: "nonsense switch button" }),
        asked("div", { role: "TAB" }),
        asked("div", { role: "nonsense" }),
        asked("p", { role: "img" })
    ]), ["switch", "tab", "generic", "image"]);
};

cases.nothing_is_a_role_only_where_nothing_is_said = function () {
    same(rolesOf([
        asked("p", { role: "none" }),
        asked("p", { role: "presentation", tabindex: "0" }),
        asked("p", { role: "none", "aria-label": "words" }),
        asked("ul", { role: "none" }, [asked("li")])
    ]), ["none", "paragraph", "paragraph", "none", "none"]);
};

cases.a_region_has_a_name = function () {
    same(rolesOf([
        asked("section"), asked("section", { "aria-label": "news" }),
        asked("div", { role: "region" }),
        asked("div", { role: "region", title: "news" }),
        asked("section", { "aria-labelledby": "gone" })
    ]), ["generic", "region", "generic", "region", "generic"]);
};

cases.a_header_belongs_to_the_page_or_a_part = function () {
    same(rolesOf([
        asked("header"), asked("footer"),
        el("article", {}, [asked("header"), asked("footer")])
    ]), ["banner", "contentinfo", "generic", "generic"]);
};

cases.an_image_may_be_decoration = function () {
    same(rolesOf([
        asked("img"), asked("img", { alt: "" }), asked("img", { alt: "a cat" }),
        asked("img", { alt: "", title: "a cat" })
    ]), ["image", "none", "image", "image"]);
};

cases.cells_and_headers_of_tables = function () {
    function row(cells) {
        return el("tr", {}, cells);
    }
    same(rolesOf([
        el("table", {}, [
            row([asked("th"), asked("th", { scope: "row" })]),
            row([asked("th"), asked("td")])
        ]),
        el("table", { role: "grid" }, [row([asked("td")])]),
        el("table", { role: "none" }, [row([asked("td")])])
    ]), ["columnheader", "rowheader", "rowheader", "cell", "gridcell", "generic"]);
};

cases.a_button_is_named_by_what_is_in_it = function () {
    same(labelsOf([
        asked("button", {}, ["  Save \n it "]),
        asked("button", {}, ["Save", el("span", {}, ["d"], INLINE)]),
        asked("button", {}, ["Save", el("div", {}, ["all"])]),
        asked("button", {}, [el("img", { alt: "Save" }, [], INLINE)]),
        asked("div", {}, ["no name"])
    ]), ["Save it", "Saved", "Save all", "Save", ""]);
};

cases.what_is_hidden_says_nothing = function () {
    same(labelsOf([
        asked("button", {}, [
            "Save",
            el("b", {}, [" me"], { style: { display: "none" } }),
            el("b", { "aria-hidden": "true" }, [" you"], INLINE)
        ])
    ]), ["Save"]);
};

cases.a_label_goes_before_content_and_a_reference_before_it = function () {
    same(labelsOf([
        asked("button", { "aria-label": "Close" }, ["x"]),
        asked("button", { "aria-label": "Close", "aria-labelledby": "a b" }, ["x"]),
        asked("button", { "aria-labelledby": "gone" }, ["x"]),
        el("i", { id: "a" }, ["Shut"], { style: { display: "none" } }),
        el("i", { id: "b" }, ["it"])
    ]), ["Close", "Shut it", "x"]);
};

cases.references_in_a_circle_come_to_an_end = function () {
    same(labelsOf([
        asked("button", { id: "a", "aria-labelledby": "b" }, ["one"]),
        asked("button", { id: "b", "aria-labelledby": "a" }, ["two"]),
        asked("button", { id: "c", "aria-labelledby": "c" }, ["three"])
    ]), ["two", "one", "three"]);
};

cases.a_field_is_named_by_its_labels = function () {
    const label = el("label", {}, ["Your name"]);
    same(labelsOf([
        label,
        asked("input", { placeholder: "Eve" }, [], { type: "text", labels: [label] }),
        asked("input", { placeholder: "Eve" }, [], { type: "text", labels: [] }),
        asked("input", { placeholder: "Eve", title: "Name" }, [],
            { type: "text", labels: [] })
    ]), ["Your name", "Eve", "Name"]);
};

cases.a_field_in_a_label_stands_for_its_value = function () {
    const field = el("input", {}, [], {
        type: "text", value: "5", style: { display: "inline" }
    });
    const label = el("label", {}, ["In ", field, " minutes"]);
    same(labelsOf([
        label, asked("input", {}, [], { type: "checkbox", labels: [label] })
    ]), ["In 5 minutes"]);
};

cases.buttons_of_forms_have_names_of_their_own = function () {
    function input(type, attributes) {
        return asked("input", attributes, [], { type: type, labels: [] });
    }
    same(labelsOf([
        input("submit"), input("reset"), input("button"),
        input("submit", { value: "Go" }), input("image", { alt: "Find" })
    ]), ["Submit", "Reset", "", "Go", "Find"]);
};

cases.parts_that_name_the_whole = function () {
    same(labelsOf([
        asked("fieldset", {}, [el("legend", {}, ["Address"])]),
        asked("table", {}, [el("caption", {}, ["Prices"])]),
        asked("figure", {}, [el("figcaption", {}, ["A cat"])])
    ]), ["Address", "Prices", "A cat"]);
};

cases.what_is_put_into_a_slot_is_heard_in_its_place = function () {
    function button(given) {
        const slot = el("slot", {}, ["nothing"]);
        slot.assignedNodes = function () {
            return given;
        };
        return asked("button", {}, ["<", slot, ">"]);
    }
    same(labelsOf([button([el("b", {}, ["Save"], INLINE)]), button([])]),
        ["< Save >", "< nothing >"]);
};

cases.a_shadow_tree_is_heard_in_place_of_what_its_host_holds = function () {
    same(labelsOf([
        shadow(asked("x-a", { role: "button" }, ["light"]), [el("b", {}, ["inner"])]),
        asked("x-b", { role: "button" }, ["light"])
    ]), ["inner", "light"]);
};
