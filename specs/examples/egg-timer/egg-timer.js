'use strict';

/*
 * A three minute egg timer. Stopping pauses it, starting goes on where it
 * stopped; at zero it stops by itself, and starting it there does nothing.
 *
 * The two choices below are what the faulty pages beside index.html replace:
 * how many seconds are left after a tick, and whether the timer is over.
 */
function startEggTimer(choices) {
    const { afterTick, isOver } = Object.assign({
        afterTick: seconds => seconds - 1,
        isOver: seconds => seconds === 0
    }, choices);
    const button = document.getElementById('toggle');
    const label = document.getElementById('remaining');
    let seconds = 180;
    let ticking = null;

    function show() {
        const text = ticking === null ? 'start' : 'stop';

        // Write only what differs: each write is a change somebody may watch.
        if (label.textContent !== String(seconds)) {
            label.textContent = seconds;
        }
        if (button.textContent !== text) {
            button.textContent = text;
        }
    }

    function stop() {
        clearInterval(ticking);
        ticking = null;
    }

    function tick() {
        seconds = afterTick(seconds);
        if (isOver(seconds)) {
            stop();
        }
        show();
    }

    button.addEventListener('click', () => {
        if (ticking !== null) {
            stop();
        } else if (!isOver(seconds)) {
            ticking = setInterval(tick, 1000);
        }
        show();
    });
    show();
}
