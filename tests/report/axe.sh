#!/usr/bin/env bash
# An established checker finds no accessibility errors in HTML reports:
#     axe.sh WEIR SOURCE FOLDER
# axe-core comes from npm's registry into FOLDER, once; where there is none, the
# test is skipped (77). It is put into a copy of a report, writes there what it
# finds, and weir reads that: light and dark are one report, so both are checked.
set -euo pipefail
weir=$(realpath "$1")
source=$(realpath "$2")
folder=$(realpath -m "$3")
mkdir -p "$folder"
axe=$folder/node_modules/axe-core/axe.min.js

if [[ ! -s $axe ]]; then
    command -v npm >/dev/null || { echo "no npm: skipped"; exit 77; }
    timeout 120 npm install --prefix "$folder" --no-audit --no-fund --silent \
        axe-core@4.10.3 >/dev/null 2>&1 ||
        { echo "axe-core cannot be fetched: skipped"; exit 77; }
fi
cd "$folder"

# audit REPORT NAME: the report with the checker in it, on every step.
audit() {
    {
        cat "$1"
        echo '<script>'
        cat "$axe"
        cat <<'SCRIPT'
</script><p id="axe"></p><script>
// The other colours are those of the other scheme, whichever that is.
function swap() {
    for (const rule of document.styleSheets[0].cssRules)
        if (rule.media && rule.media.mediaText.includes("dark"))
            rule.media.mediaText = "all";
}
async function audit() {
    const found = new Set();
    for (let round = 0; round < 2; round++) {
        for (let i = 0; i < Math.min(steps().length, 4); i++) {
            openStep(i);
            const seen = await axe.run(document, {
                exclude: [["#axe"]],
                runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
                    "wcag22aa", "best-practice"]
            });
            for (const one of seen.violations)
                found.add(one.id + " " + one.nodes[0].html.slice(0, 80));
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

# A report with a fault of the sort is refused.
sed 's/alt: "The page after step " + step.version/title: ""/' report.html >bad.html
audit bad.html faulty.html
if "$weir" check axe.strom faulty.html >faulty.txt; then
    echo "FAILED: a picture without words is not found"
    exit 1
fi
grep -q image-alt faulty.txt || { cat faulty.txt; exit 1; }
echo "no accessibility errors"
