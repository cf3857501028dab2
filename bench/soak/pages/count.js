"use strict";
// A button that counts its clicks, also from document to document, and then
// does what the page has in mind.
function countClicks(then) {
    const label = document.getElementById("count");
    let count = Number(sessionStorage.getItem("count") || 0);
    label.textContent = count;
    document.getElementById("go").addEventListener("click", () => {
        count++;
        sessionStorage.setItem("count", count);
        label.textContent = count;
        then(count);
    });
}
