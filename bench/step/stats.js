"use strict";
// Medians, spreads, and the table.

function median(numbers) {
    if (numbers.length === 0) return NaN;
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 === 1
        ? sorted[middle]
        : (sorted[middle - 1] + sorted[middle]) / 2;
}

function quantile(numbers, part) {
    const sorted = [...numbers].sort((a, b) => a - b);
    return sorted.length === 0 ? NaN
        : sorted[Math.floor(part * (sorted.length - 1))];
}

/** Three digits that count. */
function short(number) {
    if (!Number.isFinite(number)) return "-";
    if (number === 0) return "0";
    const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number))));
    return number.toFixed(Math.min(digits, 4));
}

/** "3.2 (2.9..4.1)": median, least and greatest of the rounds. */
function spread(numbers) {
    if (numbers.length === 0) return "-";
    if (numbers.length === 1) return short(numbers[0]);
    const least = short(Math.min(...numbers));
    const most = short(Math.max(...numbers));
    return `${short(median(numbers))} (${least}..${most})`;
}

/** Lines of cells as text with columns; the first line is the head. */
function table(lines) {
    const widths = lines[0].map((_, column) =>
        Math.max(...lines.map(line => line[column].length))
    );
    const row = line =>
        "| " + line.map((cell, i) => cell.padEnd(widths[i])).join(" | ") + " |";
    const rule = "|" + widths.map(width => "-".repeat(width + 2)).join("|") + "|";
    return [row(lines[0]), rule, ...lines.slice(1).map(row)].join("\n");
}

module.exports = { median, quantile, short, spread, table };
