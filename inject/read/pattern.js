// Texts that are likely to match a pattern, made from its source: not all of them, and
// without a promise. Who uses them asks the browser whether they do.
//
// `ways` says which way is gone where there are several: `last`, the last alternative
// and the last character of a class rather than the first; `more`, how many times more
// often than it must a part is repeated.
const PATTERN_LIMIT = 500; // characters of a pattern, and of what is made of it
const PATTERN_DEPTH = 20;
const CLASSES = { d: "09", w: "az", s: "  ", D: "az", W: "--", S: "az" };
const CONTROLS = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v", "0": "\0" };

// null where the source is too long or cannot be followed.
function sampleOf(source, ways) {
    if (source.length > PATTERN_LIMIT) return null;
    const walk = { text: source, at: 0, depth: 0, ways: ways, groups: [] };
    try {
        const made = alternatives(walk);
        return walk.at < source.length ? null : made;
    } catch (error) {
        return null; // it gave up
    }
}

function giveUp() {
    throw new Error("a pattern that cannot be followed");
}

function nextOf(walk) {
    if (walk.at >= walk.text.length) giveUp();
    return walk.text.charAt(walk.at++);
}

function takes(walk, word) {
    if (walk.text.substr(walk.at, word.length) !== word) return false;
    walk.at += word.length;
    return true;
}

function atEnd(walk) {
    const c = walk.text.charAt(walk.at);
    return c === "" || c === "|" || c === ")";
}

function alternatives(walk) {
    if (++walk.depth > PATTERN_DEPTH) giveUp();
    var made = sequence(walk);
    while (takes(walk, "|")) {
        const other = sequence(walk);
        if (walk.ways.last) made = other;
    }
    walk.depth--;
    return made;
}

function sequence(walk) {
    var made = "";
    while (!atEnd(walk)) {
        const piece = atom(walk);
        made += repeated(piece, quantifier(walk), walk.ways.more);
        if (made.length > PATTERN_LIMIT) giveUp();
    }
    return made;
}

// {least, most} of the quantifier that stands here.
function quantifier(walk) {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(walk.text.slice(walk.at));
    if (found === null) return { least: 1, most: 1 };
    walk.at += found[0].length;
    takes(walk, "?");
    if (found[0] === "*") return { least: 0, most: Infinity };
    if (found[0] === "+") return { least: 1, most: Infinity };
    if (found[0] === "?") return { least: 0, most: 1 };
    const least = Number(found[1]);
    if (found[2] === "") return { least: least, most: least };
    return { least: least, most: found[3] === "" ? Infinity : Number(found[3]) };
}

function repeated(piece, range, more) {
    const count = Math.min(range.most, range.least + more);
    if (piece.length * count > PATTERN_LIMIT) giveUp();
    var made = "";
    for (var i = 0; i < count && piece !== ""; i++) made += piece;
    return made;
}

function atom(walk) {
    const c = nextOf(walk);
    switch (c) {
        case "(":
            return group(walk);
        case "[":
            return chosenOf(walk, classRanges(walk));
        case ".":
            return chosenOf(walk, ["az"]);
        case "^":
        case "$":
            return "";
        case "\\":
            return escaped(walk);
        default:
            return c;
    }
}

// What looks around takes no room.
function group(walk) {
    const looks = /^\?(?:<?[=!])/.test(walk.text.slice(walk.at));
    const isNumbered = !/^\?(?!<[^=!])/.test(walk.text.slice(walk.at));
    const head = /^\?(?:<?[=!]|<[^>]*>|[^:)]*:)/.exec(walk.text.slice(walk.at));
    if (head !== null) walk.at += head[0].length;
    const place = isNumbered && !looks ? walk.groups.push("") - 1 : -1;
    const made = alternatives(walk);
    if (nextOf(walk) !== ")") giveUp();
    if (place >= 0) walk.groups[place] = made;
    return looks ? "" : made;
}

function escaped(walk) {
    const c = nextOf(walk);
    if (c === "b" || c === "B") return "";
    if (/[1-9]/.test(c)) return walk.groups[Number(c) - 1] || "";
    return chosenOf(walk, [escapedRange(walk, c)]);
}

// Two characters, the first and the last of what stands after the backslash.
function escapedRange(walk, c) {
    if (CLASSES.hasOwnProperty(c)) return CLASSES[c];
    if (CONTROLS.hasOwnProperty(c)) return CONTROLS[c] + CONTROLS[c];
    if (c === "p" || c === "P") return propertyRange(walk, c);
    const code = /^(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,4}\})/i.exec(
        walk.text.slice(walk.at - 1)
    );
    if (code === null) return c + c;
    walk.at += code[0].length - 1;
    const digits = code[0].replace(/[xu{}]/g, "");
    const one = String.fromCharCode(Number("0x" + digits));
    return one + one;
}

function propertyRange(walk, c) {
    const name = /^\{[^}]*\}/.exec(walk.text.slice(walk.at));
    if (name === null) return giveUp();
    walk.at += name[0].length;
    if (c === "P") return "--";
    if (/Lu|Upper/.test(name[0])) return "AZ";
    return /\{(N|gc=N|Number|Decimal)/.test(name[0]) ? "09" : "az";
}

// The ranges of a class, after its "[".
function classRanges(walk) {
    const isNegated = takes(walk, "^");
    const ranges = [];
    while (!takes(walk, "]")) {
        const from = classMember(walk);
        const isRange =
            walk.text.charAt(walk.at) === "-" && walk.text.charAt(walk.at + 1) !== "]";
        if (isRange) {
            walk.at++;
            ranges.push(from.charAt(0) + classMember(walk).charAt(1));
        } else ranges.push(from);
    }
    return isNegated ? [outside(ranges)] : ranges;
}

function classMember(walk) {
    const c = nextOf(walk);
    if (c === "[") return giveUp(); // sets in sets
    if (c !== "\\") return c + c;
    const e = nextOf(walk);
    return e === "b" ? "\b\b" : escapedRange(walk, e);
}

// A character that is in none of them.
function outside(ranges) {
    const free = "a1 -Z_.".split("").filter(function (c) {
        return !ranges.some(function (range) {
            return range.charAt(0) <= c && c <= range.charAt(1);
        });
    });
    return free.length === 0 ? giveUp() : free[0] + free[0];
}

function chosenOf(walk, ranges) {
    if (ranges.length === 0) return giveUp();
    return walk.ways.last
        ? ranges[ranges.length - 1].charAt(1)
        : ranges[0].charAt(0);
}
