const count = document.querySelector("#count");
document.querySelector("#add").onclick = () => {
  const old = Number(count.textContent);
  count.textContent = old + 1;
};
