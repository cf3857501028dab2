/* pattern.js: the texts that are made of patterns do match them, as the engine here
 * knows patterns. */

const sampleOf = new Function(parts.pattern + "; return sampleOf;")();

function samplesOf(source) {
    return [
        sampleOf(source, { last: false, more: 0 }),
        sampleOf(source, { last: true, more: 0 }),
        sampleOf(source, { last: true, more: 2 })
    ];
}

function matching(sources) {
    sources.forEach(function (source) {
        samplesOf(source).forEach(function (text) {
            const whole = new RegExp("^(?:" + source + ")$");
            if (text === null || !whole.test(text))
                throw new Error(JSON.stringify(text) + " does not match " + source);
        });
    });
}

cases.what_is_made_matches = function () {
    matching([
        "abc", "[A-Z]{2}-\\d{3}", "yes|no|", "(a|b)+c?", "\\w+@\\w+\\.(com|org)",
        "[^a-z]{2,}", "[a\\-z]", "a{2,5}?", "\\x41\\u0042", "^a$", ".{3}",
        "(\\d)-\\1", "\\+?\\d+( \\d+)*", "[-a]", "[a-]", "\\S\\s\\S", "\\/\\.",
        "(?:a(?:b|c)){2}", "\\bword\\b", "[\\d.]+", "[\\w-]", "\\D\\W"
    ]);
};

cases.first_and_last_ways_differ = function () {
    same(samplesOf("[a-c](x|y)\\d*"), ["ax", "cy", "cy99"]);
};

cases.what_looks_around_takes_no_room = function () {
    same(samplesOf("(?=.*\\d)[a-z]{2}(?!x)"), ["aa", "zz", "zz"]);
};

cases.a_group_with_a_name_is_a_group = function () {
    same(sampleOf("(?<year>\\d{4})", { last: false, more: 0 }), "0000");
};

cases.properties_of_characters = function () {
    same(
        sampleOf("\\p{Lu}\\p{L}\\p{N}\\u{42}", { last: false, more: 0 }), "Aa0B"
    );
};

cases.it_gives_up_where_it_cannot_follow = function () {
    ["[", "(", "(a", "a)", "[a", "[[a]]", "\\", "[^ -\\uffff]", "\\p"].forEach(
        function (source) {
            same(sampleOf(source, { last: false, more: 0 }), null);
        }
    );
};

function nested(depth) {
    var source = "a";
    for (var i = 0; i < depth; i++) source = "(" + source + ")";
    return source;
}

function long(length) {
    var source = "";
    while (source.length < length) source += "a";
    return source;
}

cases.it_gives_up_beyond_its_limits = function () {
    const ways = { last: false, more: 0 };
    same(sampleOf(long(500), ways), long(500));
    same(sampleOf(long(501), ways), null);
    same(sampleOf("a{500}", ways), long(500));
    same(sampleOf("a{501}", ways), null);
    same(sampleOf("(a{100}){100}", ways), null);
    same(sampleOf("(){999999999}", ways), "");
    same(sampleOf(nested(19), ways), "a");
    same(sampleOf(nested(20), ways), null);
};
