// As much of a TextMate engine as our grammar needs: match, begin and end,
// captures, includes.

var grammar;

function loadGrammar(text) {
    grammar = JSON.parse(text);
    return "";
}

function patternsOf(list) {
    return list.reduce(function (all, pattern) {
        if (!pattern.include) return all.concat([pattern]);
        const found = grammar.repository[pattern.include.slice(1)];
        if (!found) throw new Error("no " + pattern.include);
        return all.concat(patternsOf(found.patterns));
    }, []);
}

function eachPattern(list, visit) {
    patternsOf(list).forEach(function (pattern) {
        visit(pattern);
        if (pattern.patterns) eachPattern(pattern.patterns, visit);
    });
}

// Every regular expression must compile, every pattern must name something.
function checkGrammar() {
    var count = 0;
    eachPattern(grammar.patterns, function (pattern) {
        [pattern.match, pattern.begin, pattern.end].forEach(function (source) {
            if (source === undefined) return;
            new RegExp(source);
            count++;
        });
        const scopes = pattern.name ? [pattern.name] : [];
        Object.keys(pattern.captures || {}).forEach(function (key) {
            scopes.push(pattern.captures[key].name);
        });
        if (scopes.length === 0) throw new Error("no name: " + pattern.match);
        scopes.forEach(function (scope) {
            if (!/^[a-z-]+(\.[a-z-]+)*\.specstrom$/.test(scope))
                throw new Error("odd scope: " + scope);
        });
    });
    return String(count);
}

function find(source, line, at) {
    const regexp = new RegExp(source, "g");
    regexp.lastIndex = at;
    return regexp.exec(line);
}

// The leftmost match, of several there the first in the list.
function firstMatch(patterns, line, at) {
    var best = null;
    patterns.forEach(function (pattern) {
        const found = find(pattern.match || pattern.begin, line, at);
        if (!found || found[0] === "") return;
        if (best === null || found.index < best.found.index)
            best = { pattern: pattern, found: found };
    });
    return best;
}

function short(scope) {
    return scope.replace(/\.specstrom$/, "");
}

// Groups of our patterns stand one after the other.
function addCaptures(pieces, pattern, found) {
    var from = 0;
    for (var i = 1; i < found.length; i++) {
        if (found[i] === undefined || found[i] === "") continue;
        from = found[0].indexOf(found[i], from);
        pieces.push([short(pattern.captures[i].name), found[i].trim()]);
        from += found[i].length;
    }
}

function tokenize(line, stack, pieces) {
    var at = 0;
    while (at <= line.length) {
        const inside = stack.length ? stack[stack.length - 1] : null;
        const list = inside ? inside.patterns || [] : grammar.patterns;
        const end = inside ? find(inside.end, line, at) : null;
        const next = firstMatch(patternsOf(list), line, at);
        if (end && (!next || end.index <= next.found.index)) {
            pieces.push([short(inside.name), line.slice(at, end.index)]);
            stack.pop();
            at = end.index + end[0].length;
        } else if (next) {
            if (inside)
                pieces.push([
                    short(inside.name), line.slice(at, next.found.index)
                ]);
            if (next.pattern.begin) stack.push(next.pattern);
            else if (next.pattern.captures)
                addCaptures(pieces, next.pattern, next.found);
            else pieces.push([short(next.pattern.name), next.found[0].trim()]);
            at = next.found.index + next.found[0].length;
        } else {
            if (inside) pieces.push([short(inside.name), line.slice(at)]);
            break;
        }
    }
}

// "SCOPE TEXT" lines.
function scopesOf(text) {
    const pieces = [];
    const stack = [];
    text.split("\n").forEach(function (line) {
        tokenize(line, stack, pieces);
    });
    return pieces
        .filter(function (piece) {
            return piece[1] !== "";
        })
        .map(function (piece) {
            return piece.join(" ");
        })
        .join("\n");
}

function parses(text) {
    JSON.parse(text);
    return "yes";
}

// Does the problem matcher find file, line, column, severity and message?
function matches(text, line) {
    const pattern = JSON.parse(text).contributes.problemMatchers[0].pattern;
    const found = new RegExp(pattern.regexp).exec(line);
    return [
        found[pattern.file], found[pattern.line], found[pattern.column],
        found[pattern.severity], found[pattern.message]
    ].join("|");
}

function wordOf(text, line) {
    const pattern = new RegExp(JSON.parse(text).wordPattern);
    return pattern.exec(line)[0];
}
