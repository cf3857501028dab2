// Actions on the page as a whole. What the page can do itself begins here, in the
// turn in which it was found to be timely; for the rest the host asks whether it
// is, and does it while nothing else happens.

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const PAGES = /^(https?|file):$/;

// After so many milliseconds of the page's time (null: at once).
function reload(delay) {
    if (delay === null) {
        setOut(true);
        root.location.reload();
    } else {
        laterIn(root, function () {
            root.location.reload();
        }, delay);
    }
    return { ok: true };
}

// `to` is [address, base]. Only an address that names its scheme leads away from
// the base's origin.
function destinationOf(to) {
    var url;
    try {
        url = new root.URL(to[0], to[1]);
    } catch (error) {
        return refused("not an address");
    }
    if (!PAGES.test(url.protocol)) return refused("no address of a page");
    if (!SCHEME.test(to[0]) && !isOfOrigin(url, new root.URL(to[1])))
        return refused("of another origin");
    return { ok: true, url: url.href };
}

function navigate(to) {
    const found = destinationOf(to);
    if (!found.ok) return found;
    setOut(true);
    root.location.assign(found.url);
    return found;
}

// Files have an origin that equals no other.
function isOfOrigin(url, base) {
    if (base.protocol === "file:")
        return url.protocol === "file:" && url.host === base.host;
    return url.origin === base.origin;
}

// The host is about to change what surrounds the page. What the page hears of
// with a frame, it hears of before the state is read.
function admitHost(leaves) {
    oweFrames(2);
    setOut(leaves === true);
    return { ok: true };
}

// Another tab goes there.
function newTab(to) {
    const found = destinationOf(to);
    if (found.ok) setOut(false);
    return found;
}

// What a page keeps in its own turn; the host clears the rest.
function clearStorage() {
    try {
        root.localStorage.clear();
        root.sessionStorage.clear();
    } catch (error) {
        // A document that may keep nothing.
    }
    setOut(false, true);
    return { ok: true, origin: root.location.origin };
}

// Virtual time stands from the turn in which the page leaves for another document
// until that has begun, or the host has heard that there will be none: how long
// the way takes must not show.
const navigation = root.navigation; // none in a document without an origin

function watchDepartures() {
    if (navigation) listenTo(navigation, "navigate", noteDeparture, true);
}

// Whether the page goes, or has taken it upon itself to show something else, is
// known after its own listeners.
function noteDeparture(event) {
    const to = event.destination;
    if (to.sameDocument || event.downloadRequest !== null) return;
    if (!PAGES.test(new root.URL(to.url).protocol)) return;
    root.queueMicrotask(function () {
        if (!event.defaultPrevented && navigation.transition === null) depart();
    });
}

const OF_PAGE = {
    reload: reload,
    navigate: navigate,
    newTab: newTab,
    host: admitHost,
    clearStorage: clearStorage,
    setClock: setClock
};

function performedOnPage(kind, argument) {
    return admit() ? OF_PAGE[kind](argument) : refused("stale");
}
