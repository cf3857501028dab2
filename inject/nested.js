// A schema below a DOM property: the properties of an object, which must be
// there.
function nested(value, path, reader) {
    if (typeof value !== "object" || value === null)
        throw new Trouble(
            "field",
            "'" + path + "' is not an object, so that nothing can be read of it"
        );
    return reader(value);
}
