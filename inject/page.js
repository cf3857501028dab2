// What is of the page and of no element.
const titleOf = getter(root.Document.prototype, "title");
