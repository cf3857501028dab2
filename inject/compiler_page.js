/* The compiler, continued: `::page`, what is of the page and of no element. */

const PAGE_FIELDS = {
    url: "root.location.href",
    title: "titleOf(doc)"
};

/* `::page`: what is of the page and of no element. */
function pageCode(build, schema) {
    build.needed.page = true;
    return objectText(
        Object.keys(schema).map(function (field) {
            if (!PAGE_FIELDS.hasOwnProperty(field))
                throw new Error("a page has no field '" + field + "'");
            return { name: field, code: PAGE_FIELDS[field] };
        })
    );
}

SPECIALS["::page"] = pageCode;
