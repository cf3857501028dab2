// When the page will go on by itself, under virtual time: the first of its timers that
// are not short, of which hook.js tells (settle/settle.js: shareNodes).
const DUE_LIMIT_MS = 60000; // what is due later is not told

function untilTimer(shared) {
    const moment = shared.counts.data.split(" ")[3];
    return moment ? Number(moment) - now() : Infinity;
}

// In a push.
function dueMembers() {
    const left = Math.min.apply(null, sharedNodes.map(untilTimer));
    return left > 0 && left < DUE_LIMIT_MS ? ',"due":' + Math.ceil(left) : "";
}
