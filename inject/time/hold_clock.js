// Virtual time moves only while the page has nothing to do. After a push the
// page must stand still at that very moment until the host has stopped the
// clock, so the script keeps itself busy with tasks that everything else goes
// before. (While the clock is stopped they do not run; the next settle() or wait()
// ends it. A message to itself would be on its way between two tasks, and the
// clock could slip through.)
const LAST = { priority: "background" };
var holding = false;
var departing = false; // another document is on its way (navigation.js)
var isBusyTaskPosted = false;
var requestsDue = 0; // by their time; the host has not yet sent them

function keepBusy() {
    if (isBusyTaskPosted) return;
    if (!holding && !departing && requestsDue === 0 &&
        !holdsForFrames() && !holdsForWorkers())
        return;
    isBusyTaskPosted = true;
    postTask(scheduler, function () {
        isBusyTaskPosted = false;
        keepBusy();
    }, LAST);
}

function hold() {
    holding = true;
    keepBusy();
}

function release() {
    holding = false;
    departing = false;
}

function depart() {
    departing = true;
    keepBusy();
}

// No other document comes after all (a download, an empty answer).
function stay() {
    departing = false;
}

// A request that the host holds back (cdp/network/delays.h) is to be sent in so many
// milliseconds, and nothing may happen between that moment and its sending. A
// document whose text waits for it has to have time to pass.
function delay(id, milliseconds) {
    if (readinessOf(doc) === "loading") release();
    laterIn(root, function () {
        requestsDue++;
        keepBusy();
        root.weirPush('{"kind":"due","id":' + encode(id) + "}");
    }, milliseconds);
}

function sent(count) {
    requestsDue = Math.max(0, requestsDue - count);
}

// The host lets the clock go after the last event of an input. Told of it now, it
// does so while the page's handlers run. Where the page may be about to leave for
// another document the host waits for the browser's answers.
const LINKS = 'a[href]:not([href^="#"]),area[href],object,embed,iframe,frame';
const SENDERS = "form";
const SENDS_NOTHING = 'button[type=button],input[type=button]';
const LAST_EVENTS = { mouseup: true, keyup: true, beforeinput: true };

function tellEnd(event) {
    const target = event.target;
    if (event.currentTarget !== root || !isElement(target)) return;
    if (!LAST_EVENTS.hasOwnProperty(event.type)) return;
    // What a custom element has in it nobody knows.
    if (localNameOf(target).indexOf("-") >= 0) return;
    if (!mayLeave(target)) root.weirPush('{"kind":"ended"}');
}

function mayLeave(target) {
    if (closestOf(target, LINKS) !== null) return true;
    return ending.sends && closestOf(target, SENDERS) !== null;
}

// Of each event that may be the last.
function noteSender(event) {
    if (maySend(event)) ending.sends = true;
}

// The form in which it happens: Enter does, a space on a button, a press but for that on
// such a button; a text in one piece does not.
function maySend(event) {
    const target = event.target;
    if (!isElement(target) || event.type === "beforeinput") return false;
    if (event.type === "mouseup") return closestOf(target, SENDS_NOTHING) === null;
    return event.key === "Enter" || (event.key === " " && !isEditable(target));
}

// The host knows of this document. What comes of it by and by (a browser counts
// that among no requests) must not show in its time: that begins to pass when
// the whole text has been read, and not once the document has loaded.
function begin() {
    if (heldAtLoad) return;
    if (readinessOf(doc) !== "loading") release();
    else listenTo(doc, "readystatechange", release, { once: true });
}
