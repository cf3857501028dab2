#!/usr/bin/env python3
"""What a terminal shows of standard input in the end, with all that has scrolled
away: screen.py. Knows the sequences that weir writes, and no others; a line that
is wider than 80 columns breaks as on a terminal."""
import re
import sys

COLUMNS = 80
text = sys.stdin.buffer.read().decode("utf-8", "replace")
lines, row, column = [""], 0, 0
for token in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|.", text, re.S):
    if token == "\r":
        column = 0
    elif token == "\n":
        row += 1
    elif token.startswith("\x1b"):
        number, kind = token[2:-1], token[-1]
        if kind == "A":
            row -= int(number or 1)
            assert row >= 0, "above the first line"
        elif kind in "KJ":
            lines[row] = lines[row][:column]
            if kind == "J":
                del lines[row + 1:]
        else:
            assert kind == "m", f"unknown sequence {token!r}"
    else:
        if column == COLUMNS:
            row, column = row + 1, 0
        while len(lines) <= row:
            lines.append("")
        lines[row] = lines[row][:column].ljust(column) + token + \
            lines[row][column + 1:]
        column += 1
    while len(lines) <= row:
        lines.append("")
print("\n".join(line.rstrip() for line in lines))
