// What the stale-action guard listens for (guard.js), in the page and in frames.
//
// "pointerrawupdate" is left out: to listen to it would change how the browser
// delivers moves.
const INPUT_EVENTS = [
    "pointerover", "pointerenter", "pointerout", "pointerleave",
    "mouseover", "mouseenter", "mouseout", "mouseleave",
    "pointermove", "mousemove",
    "pointerdown", "mousedown", "pointerup", "mouseup", "pointercancel",
    "click", "dblclick", "auxclick", "contextmenu", "wheel",
    "touchstart", "touchmove", "touchend", "touchcancel",
    "gotpointercapture", "lostpointercapture",
    "keydown", "keypress", "keyup", "beforeinput", "textInput",
    "compositionstart", "compositionupdate", "compositionend",
    "dragstart", "drag", "dragenter", "dragover", "dragleave", "drop",
    "dragend", "selectstart", "paste", "copy", "cut"
];
