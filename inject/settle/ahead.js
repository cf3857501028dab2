// Parts of one thing that are begun here (cdp/executor/ahead.h), under virtual time: the host
// says beforehand what comes after a part (parts_unread.js), and sends the text that
// belongs to one. The clock goes meanwhile, and is held here. What must hold:
//
// - Nothing of the page runs between the beginning of a part and its text but what was ready
//   then: that has run before the host hears of it, as it would have before a person goes
//   on. Timers wait (act/guard.js: tellInput).
// - A part that cannot be begun has done nothing, and the host does with it as with any
//   action that is refused.
// - What is begun can be begun again: the page may ask something, or leave for another
//   document, before the host has heard of it.
// - Whatever else the host wants ends it: the parts to come are forgotten.
//
// A part: [what, element, event that its input ends with].
var coming = []; // after the action that is expected next
var followers = []; // after the one that is under way

function follow(list) {
    coming = list;
    return "{}";
}

function takeFollowers() {
    followers = coming;
    coming = [];
}

function forgetFollowers() {
    followers = [];
}

// The first one, which was chosen in that generation.
function beginPart(wanted, part, turn) {
    expect(wanted);
    performPart(part, turn, '{"kind":"begun","now":' + now());
}

// `words` tell of the part before it.
function beginNext(turn, words) {
    const part = followers[0];
    coming = followers.slice(1);
    expect(generation);
    performPart(part, turn, words);
}

function performPart(part, turn, words) {
    const before = settling;
    hold();
    const answer = perform(part[0], part[1], [part[2], turn]);
    behindReadyTasks(TURNS, function () {
        if (settling === before) push(words + ',"next":' + encode(answer) + "}");
    });
}
