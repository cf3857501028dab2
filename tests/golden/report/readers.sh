#!/usr/bin/env bash
# Readers that are not ours read the golden reports: readers.sh FOLDER
#
# JUnit's XML is validated against junit.xsd, and its counts are counted (xmllint);
# TAP is read by Perl's TAP::Parser, which must find what the report says.
set -euo pipefail
folder=$1
status=0

complain() {
    echo "FAILED: $*"
    status=1
}

count() {
    xmllint --xpath "count($2)" "$1"
}

# The numbers on the suite are those of its cases.
counts_agree() {
    local file=$1 what wanted got
    for what in tests:testcase failures:testcase/failure \
        errors:testcase/error skipped:testcase/skipped; do
        wanted=$(xmllint --xpath "string(//testsuite/@${what%%:*})" "$file")
        got=$(count "$file" "//${what#*:}")
        [[ $wanted == "$got" ]] || complain "$file: ${what%%:*} $wanted, but $got"
    done
}

# How many tests TAP::Parser found, how many of them not ok, and its complaints.
# It knows the version before; what we write is the same in both.
read_tap() {
    perl -MTAP::Parser -e '
        local $/; open my $f, "<", $ARGV[0] or die; my $text = <$f>;
        $text =~ s/^TAP version 14$/TAP version 13/m or die "no version\n";
        my $p = TAP::Parser->new({tap => $text});
        my $yaml = 0;
        while (my $r = $p->next) { $yaml++ if $r->is_yaml }
        printf "%d run, %d failed, %d diagnoses, %d bad\n", $p->tests_run,
            scalar($p->failed), $yaml, scalar($p->parse_errors)' "$1"
}

if command -v xmllint >/dev/null; then
    for file in "$folder"/cases/*-junit.out; do
        xmllint --noout --schema "$folder/junit.xsd" "$file" 2>/dev/null ||
            complain "$file is not valid: $(xmllint --noout --schema \
                "$folder/junit.xsd" "$file" 2>&1 | head -3)"
        counts_agree "$file"
    done
    # The schema refuses what is no such report.
    sed 's/<testcase /<testkase /' "$folder/cases/egg-timer-junit.out" |
        xmllint --noout --schema "$folder/junit.xsd" - 2>/dev/null &&
        complain "the schema takes anything"
else
    echo "no xmllint: JUnit reports are not validated"
fi

if perl -MTAP::Parser -e 1 2>/dev/null; then
    for file in "$folder"/cases/*-tap.out; do
        run=$(grep -cE '^(not )?ok ' "$file" || true)
        failed=$(grep -c '^not ok ' "$file" || true)
        bad=0
        grep -q '^Bail out!' "$file" && bad=1 # there is no plan
        wanted="$run run, $failed failed, $failed diagnoses, $bad bad"
        [[ $(read_tap "$file") == "$wanted" ]] ||
            complain "$file: $wanted, but TAP::Parser: $(read_tap "$file")"
    done
else
    echo "no TAP::Parser: TAP is not read"
fi
[[ $status == 0 ]] && echo "the readers agree"
exit $status
