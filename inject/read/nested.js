// A schema below a DOM property: the properties of an object. What is none is told
// as it is: that nothing can be read of it the specification says, with its place.
function nested(value, reader) {
    const isObject = typeof value === "object" && value !== null;
    return isObject ? reader(value) : plain(value);
}
