document.querySelector("#add").onclick = () => {
  const count = document.querySelector("#count");
  count.textContent = Number(count.textContent) + 1;
};
