// Between the parts of an action that is several (weir/order) nobody looks at the
// page's state, so it is not read: the host says so by a negative turn. What it would
// have done with it, to find the elements in whose places others have come, is done
// here (the same as in cdp/actions/act_order.c).
var chosenText = null; // the state in which the whole was chosen; null: not known
var chosenRefs = null; // of each selector, once they have been asked for
var isBetween = false; // a part has settled, and its state was not read

// An action is expected that was chosen in this generation.
function noteChoice(wanted) {
    if (isBetween || wanted === null) return;
    chosenText = wanted === lastRead.generation ? lastRead.text : null;
    chosenRefs = null;
}

function isInBetween(mine, decision) {
    return mine.turn < 0 && decision !== "blocked" && chosenText !== null;
}

// Nobody will look. The next part most often moves the pointer away from what has come
// under it meanwhile; one that cannot be done is tried again after a look.
function isPassedOver(mine) {
    return isInBetween(mine, mine.late ? "blocked" : decision);
}

function isUntold(mine, decision) {
    if (!isInBetween(mine, decision)) return false;
    flush();
    try {
        noteAgain();
    } catch (error) {
        return false; // the read tells of it
    }
    return true;
}

function pushUntold(mine, decision) {
    const words = '{"kind":"settled","turn":' + mine.turn + ',"decision":"' +
        decision + '",' + timeMembers();
    lastRead = {
        generation: generation, text: null, parts: null, trouble: null
    };
    isBetween = true;
    if (followers.length === 0 || departing) return push(words + "}");
    beginNext(mine.turn - 1, words);
}

// A state is told: the host goes by that from now on. What begins without a word to
// the guard was chosen in a state that is not known here.
function noteTold() {
    isBetween = false;
    chosenText = null;
    forgetFollowers();
}

function refsOf(states) {
    if (!Array.isArray(states)) return [];
    return states.map(function (state) {
        return state === null ? undefined : state.ref;
    });
}

// {selector: [ref, ...]}, in the order of the state.
function readChosen() {
    if (chosenRefs !== null) return chosenRefs;
    const state = JSON.parse(chosenText);
    chosenRefs = Object.create(null);
    Object.keys(state).forEach(function (selector) {
        const found = refsOf(state[selector]);
        if (found.length > 0 && found[0] !== undefined)
            chosenRefs[selector] = found;
    });
    return chosenRefs;
}

function isAmong(found, element) {
    for (var i = 0; i < found.length; i++)
        if (found[i] === element) return true;
    return false;
}

function isStillRead(ref) {
    const element = elements[ref] === undefined
        ? undefined : elements[ref].deref();
    return (
        element !== undefined &&
        selectors.some(function (selector) {
            return isAmong(lookUp(selector), element);
        })
    );
}

// The ref of what has the place of this element: under the same selector, if that
// has as many elements as in the state in which all was chosen.
function inPlaceOf(ref) {
    if (!isBetween || isStillRead(ref)) return ref;
    const before = readChosen();
    for (var selector in before) {
        const place = before[selector].indexOf(ref);
        if (place < 0) continue;
        const found = lookUp(selector);
        if (found.length === before[selector].length) return refOf(found[place]);
    }
    return ref;
}
