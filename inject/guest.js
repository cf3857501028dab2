// In a frame there is nothing but this: its window is shown to the script of the
// page, which listens there before the frame's own scripts run.
try {
    globalThis.top.weir.adopt(globalThis);
} catch (error) {
    // Of another origin.
}
