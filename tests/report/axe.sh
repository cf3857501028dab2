#!/usr/bin/env bash
# An established checker finds no accessibility errors in HTML reports:
#     axe.sh WEIR SOURCE FOLDER
# axe-core comes from npm's registry into FOLDER, once, by npm or else by curl; where
# neither reaches it, the test is skipped (77). It is put into a copy of a report, writes
# there what it finds, and weir reads that: all tests of the report, both runs of each,
# in the light colours and in the dark ones.
set -euo pipefail
weir=$(realpath "$1")
source=$(realpath "$2")
folder=$(realpath -m "$3")
mkdir -p "$folder"
version=4.10.3
sum=5e6edba515e70d25f6604d9815f064d859c5d1ea7ab661bbc4f87c88779ef0c21cae0abbeb636471ef39e9d62d2582e4b88a1866f19f4ecfcf6d986275e4dc12
archive=$folder/axe-core-$version.tgz
axe=$folder/axe.min.js

is_right() {
    echo "$sum  $archive" | sha512sum --check --status
}

fetch() {
    local registry=${npm_config_registry:-${NPM_CONFIG_REGISTRY:-https://registry.npmjs.org/}}
    if command -v npm >/dev/null; then
        (cd "$folder" && timeout 120 npm pack --ignore-scripts --silent \
            "axe-core@$version") >/dev/null 2>&1
    else
        curl --fail --silent --location --retry 1 --connect-timeout 20 --max-time 120 \
            -o "$archive" "${registry%/}/axe-core/-/axe-core-$version.tgz"
    fi
}

if [[ ! -s $archive ]] || ! is_right; then
    rm -f "$archive"
    fetch || { echo "axe-core cannot be fetched: skipped"; exit 77; }
    is_right || { echo "FAILED: what came is not axe-core $version"; exit 1; }
fi
tar -xzOf "$archive" package/axe.min.js >"$axe"
cd "$folder"

# audit REPORT NAME [MOST]: the report with the checker in it, on so many tests and
# steps of each.
audit() {
    {
        cat "$1"
        echo "<script>const MOST = ${3:-3};"
        cat "$axe"
        cat <<'SCRIPT'
</script><p id="axe"></p><script>
// The other colours are those of the other scheme, whichever that is.
function swap() {
    for (const rule of document.styleSheets[0].cssRules)
        if (rule.media && rule.media.mediaText.includes("dark"))
            rule.media.mediaText = "all";
}
async function look(found) {
    for (let i = 0; i < Math.min(steps().length, MOST); i++) {
        openStep(i);
        const seen = await axe.run(document, {
            exclude: [["#axe"]],
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
                "wcag22aa", "best-practice"]
        });
        for (const one of seen.violations)
            found.add(one.id + " " + one.nodes[0].html.slice(0, 80));
    }
}
async function audit() {
    const found = new Set();
    for (let round = 0; round < 2; round++) {
        for (let i = 0; i < Math.min(data.tests.length, MOST); i++) {
            openTest(i);
            await look(found);
            const other = document.querySelector(".runs [aria-pressed=false]");
            if (other === null) continue;
            other.click();
            await look(found);
        }
        swap();
    }
    document.getElementById("axe").textContent =
        found.size + " errors " + Array.from(found).join("; ");
}
audit();
</script>
SCRIPT
    } >"$2"
}

cat >axe.strom <<'EOF2'
import quickstrom;
let ~done = length(`#axe`) == 1 && `#axe`.textContent != "";
action ~rest! = noop! timeout 20000;
action ~told? = changed?(`#axe`);
let ~clean = eventually {1} (done && `#axe`.textContent == "0 errors ");
check clean with rest! told? when loaded?;
EOF2

page=$source/tests/e2e/pages/html-report
"$weir" check "$page/spec.strom" "$page/page.html" --seed 1 \
    --reporter html=report.html >/dev/null || [[ $? == 3 ]]
audit report.html clean.html
"$weir" check axe.strom clean.html

# A report with faults of the sort is refused: a picture without words, and a grey that
# is hard to read, in the dark colours only.
sed -e 's/alt: "The page after step " + step.version/title: ""/' \
    -e 's/--faint: #a3adb7/--faint: #4a5057/' report.html >bad.html
audit bad.html faulty.html 1
if "$weir" check axe.strom faulty.html --no-shrink -v >faulty.txt; then
    echo "FAILED: a report with faults passes"
    exit 1
fi
for fault in image-alt color-contrast; do
    grep -q "$fault" faulty.txt || { echo "no $fault"; cat faulty.txt; exit 1; }
done
echo "no accessibility errors"
