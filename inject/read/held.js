// Answers to requests that are kept from the page until they are released (weir/answers).
// hook_answers.js, in the page's own world, is sent a node in which it writes what is
// held, and one for each thing that it is to do.
const heldNode = commentIn(doc, "?");

function askHolder(node) {
    fragmentIn(doc).appendChild(node);
    sendTo(doc, new root.MouseEvent("weir-answers", { relatedTarget: node }));
    return node.data;
}

function holder() {
    return /^\{/.test(heldNode.data) ? JSON.parse(heldNode.data)
        : { answers: [], patterns: [] };
}

// The method and what of the address tells: of the page's own origin without that. What
// holds all of its data in its address (data:) is cut.
const LONGEST_TEXT = 300;

function askedAs(answer) {
    const url = new root.URL(answer.url);
    const isOwn = url.origin === root.location.origin && url.origin !== "null";
    const address = isOwn ? url.pathname + url.search : url.href;
    return (answer.method + " " + address).slice(0, LONGEST_TEXT);
}

// With those of the fields `method`, `url` and `isComplete` (all of it has come: for who
// asks again and again, as host/exec/page does) that are wanted.
function heldAnswers(fields) {
    return holder().answers.map(function (answer) {
        const shown = { text: askedAs(answer), ref: "held " + answer.number };
        fields.forEach(function (field) {
            shown[field] = answer[field];
        });
        return shown;
    });
}

function doneByHolder(answer) {
    oweFrames(2); // what the page makes of it
    return answer === "=" ? { ok: true } : refused("not held any more");
}

// Whether all of it has come that a release would let the page have.
function hasCome(ref) {
    const answer = holder().answers.filter(function (other) {
        return "held " + other.number === ref;
    })[0];
    return encode({ ok: answer === undefined || answer.isComplete });
}

OF_PAGE.holdAnswers = function (pattern) {
    return doneByHolder(askHolder(commentIn(doc, "+" + pattern)));
};

OF_PAGE.release = function (ref) {
    const answer = heldAnswers([]).filter(function (other) {
        return other.ref === ref;
    })[0];
    if (answer === undefined) return refused("not held any more");
    const outcome = doneByHolder(askHolder(commentIn(doc, "!" + ref.slice(5))));
    outcome.text = answer.text;
    return outcome;
};

OF_PAGE.releaseAll = function () {
    return doneByHolder(askHolder(commentIn(doc, "-")));
};

askHolder(heldNode);
