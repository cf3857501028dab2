// A scroll of which the page has not heard yet: that comes with the next frame.
var scrollPlaces = "";

// The window, or what has the focus with all around it, by a script, by the focus,
// or by typing. (Scripts that scroll something else: hook_heard.js.)
function isScrolledOtherwise() {
    var places = scrollPlace(doc);
    for (var at = focused(); at !== null; at = parentOf(at))
        places += " " + scrollPlace(at);
    const before = scrollPlaces;
    scrollPlaces = places;
    return places !== before && /[1-9]/.test(before + places);
}
