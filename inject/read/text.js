// The field `text`: what is to be read in the element, as it is rendered. Where
// elements have a property of that name (links, options, scripts, titles, the
// body), it stays that property.
const renderedTextOf = getter(root.HTMLElement.prototype, "innerText");

function visibleText(element) {
    try {
        return renderedTextOf(element);
    } catch (error) {
        return textOf(element); // no HTML element: nothing renders lines
    }
}
