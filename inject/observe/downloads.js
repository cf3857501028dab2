// Downloads. Those that a link of the page begins are seen in the turn in which
// it is followed; the browser tells the host of all, later, and not every browser
// does.
var announced = 0; // seen here, and not yet told by the browser

function watchDownloads() {
    listenTo(root, "click", onFollow, false);
}

// After the page's handlers: one may still be to come, on the window itself.
function onFollow(event) {
    if (!isElement(event.target)) return;
    const link = closestOf(event.target, "a[download][href]");
    if (link === null) return;
    nextTurn(function () {
        if (!event.defaultPrevented) beginDownload();
    });
}

function beginDownload() {
    announced++;
    happen("downloadStarted", [], false);
}

// The host has heard of one.
function hearDownload() {
    if (announced > 0) announced--;
    else happen("downloadStarted", [], false);
}
