// The ARIA role of an element: what its attribute says, or what its tag means
// (HTML Accessibility API Mappings). Words as WebDriver's "computed role" has
// them; what has no role of its own is "generic".

// Roles that an attribute may name.
const ROLES = (
    " alert alertdialog application article banner blockquote button caption " +
    "cell checkbox code columnheader combobox complementary contentinfo " +
    "definition deletion dialog directory document emphasis feed figure form " +
    "generic grid gridcell group heading image img insertion link list listbox " +
    "listitem log main mark marquee math menu menubar menuitem " +
    "menuitemcheckbox menuitemradio meter navigation none note option " +
    "paragraph presentation progressbar radio radiogroup region row rowgroup " +
    "rowheader scrollbar search searchbox separator slider spinbutton status " +
    "strong subscript suggestion superscript switch tab table tablist " +
    "tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem "
);
const ROLE_OF_TAG = {
    address: "group", article: "article", aside: "complementary",
    blockquote: "blockquote", button: "button", caption: "caption",
    code: "code", datalist: "listbox", dd: "definition", del: "deletion",
    details: "group", dfn: "term", dialog: "dialog", dt: "term",
    em: "emphasis", fieldset: "group", figure: "figure", form: "form",
    h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading",
    h6: "heading", hgroup: "group", hr: "separator", html: "document",
    ins: "insertion", li: "listitem", main: "main", mark: "mark", math: "math",
    menu: "list", meter: "meter", nav: "navigation", ol: "list",
    optgroup: "group", option: "option", output: "status", p: "paragraph",
    progress: "progressbar", s: "deletion", search: "search",
    strong: "strong", sub: "subscript", summary: "button",
    sup: "superscript", svg: "image", table: "table", tbody: "rowgroup",
    textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup", time: "time",
    tr: "row", ul: "list"
};
const ROLE_OF_INPUT = {
    button: "button", checkbox: "checkbox", file: "button", image: "button",
    number: "spinbutton", radio: "radio", range: "slider", reset: "button",
    search: "searchbox", submit: "button"
};
const TYPED_INTO = /^(email|search|tel|text|url)$/;
// A header or footer within these belongs to them and not to the page.
const SECTIONS = "article, aside, main, nav, section";
const GLOBAL_ARIA =
    /^aria-(atomic|busy|controls|current|describedby|description|details|dropeffect|flowto|grabbed|hidden|keyshortcuts|label|labelledby|live|owns|relevant|roledescription)$/;
const attributeNamesOf = uncurry(root.Element.prototype.getAttributeNames);

function roleOf(element) {
    const said = saidRole(element);
    return said === null ? roleOfTag(element) : said;
}

// The first role of the attribute that there is. Who can have the focus, or says
// more of itself, cannot be nothing; a form or a region that has no name is none.
function saidRole(element) {
    const words = (attributeOf(element, "role") || "").split(/\s+/);
    for (var i = 0; i < words.length; i++) {
        const role = words[i].toLowerCase();
        if (role === "" || ROLES.indexOf(" " + role + " ") < 0) continue;
        if (role === "image" || role === "img") return "image";
        if (role === "directory") return "list";
        if ((role === "form" || role === "region") && !isNamed(element)) continue;
        if (role !== "none" && role !== "presentation") return role;
        return mustHaveRole(element) ? null : "none";
    }
    return null;
}

function mustHaveRole(element) {
    return (
        property(element, "tabIndex") >= 0 ||
        attributeOf(element, "tabindex") !== null ||
        attributeNamesOf(element).some(function (name) {
            return GLOBAL_ARIA.test(name);
        })
    );
}

// Where a list or a table is said to be nothing, so are the parts that it is made of;
// its cells are like any element.
const PARTS_OF = {
    li: "ul, ol, menu",
    caption: "table", thead: "table", tbody: "table", tfoot: "table", tr: "table"
};

function isPartOfNothing(element, tag) {
    if (!PARTS_OF.hasOwnProperty(tag)) return false;
    const whole = closestOf(element, PARTS_OF[tag]);
    return whole !== null && saidRole(whole) === "none";
}

function roleOfTag(element) {
    const tag = localNameOf(element);
    if (isPartOfNothing(element, tag)) return "none";
    if (ROLE_OF_TAG.hasOwnProperty(tag)) return ROLE_OF_TAG[tag];
    switch (tag) {
        case "a":
        case "area":
            return attributeOf(element, "href") === null ? "generic" : "link";
        case "input":
            return roleOfInput(element);
        case "select":
            return isListbox(element) ? "listbox" : "combobox";
        case "img":
            return isDecoration(element) ? "none" : "image";
        case "td":
        case "th":
            return roleOfCell(element, tag);
        case "header":
            return closestOf(element, SECTIONS) ? "generic" : "banner";
        case "footer":
            return closestOf(element, SECTIONS) ? "generic" : "contentinfo";
        case "section":
            return isNamed(element) ? "region" : "generic";
        default:
            return "generic";
    }
}

// Whether it is given a name; what that is does not matter (and to ask could
// lead round in a circle).
function isNamed(element) {
    const ids = (attributeOf(element, "aria-labelledby") || "").split(/\s+/);
    return (
        oneLine(attributeOf(element, "aria-label") || "") !== "" ||
        oneLine(attributeOf(element, "title") || "") !== "" ||
        ids.some(byId)
    );
}

function roleOfInput(element) {
    const type = String(property(element, "type"));
    if (TYPED_INTO.test(type) && attributeOf(element, "list") !== null)
        return "combobox";
    if (ROLE_OF_INPUT.hasOwnProperty(type)) return ROLE_OF_INPUT[type];
    return type === "hidden" ? "none" : "textbox";
}

function isListbox(element) {
    return property(element, "multiple") || property(element, "size") > 1;
}

// An image that says that there is nothing to be said of it.
function isDecoration(element) {
    return (
        attributeOf(element, "alt") === "" &&
        !attributeOf(element, "title") &&
        !mustHaveRole(element)
    );
}

function roleOfCell(element, tag) {
    const table = closestOf(element, "table");
    const role = table === null ? null : saidRole(table);
    if (table === null || role === "none") return "generic";
    if (tag === "td") return /grid$/.test(role) ? "gridcell" : "cell";
    const scope = attributeOf(element, "scope");
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    if (scope === "col" || scope === "colgroup") return "columnheader";
    // As browsers guess: a row with data has its headers at its side.
    const row = parentOf(element);
    return row !== null && childrenOf(row).some(isDataCell)
        ? "rowheader"
        : "columnheader";
}

function isDataCell(node) {
    return isElement(node) && localNameOf(node) === "td";
}
