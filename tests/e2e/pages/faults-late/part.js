document.getElementById("parts").textContent = Date.now() - begun;
