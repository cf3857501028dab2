// Each button puts a worker to some use; what comes of it is shown with the milliseconds
// that it took by the page's clock.
const shown = document.querySelector("#shown");
let since = 0;

function show(words) {
  shown.textContent = words + " after " + (Date.now() - since);
}

function source() {
  return URL.createObjectURL(new Blob([`
    onmessage = ({ data }) => {
      // Real time passes: not a millisecond of the page's.
      let sum = 0;
      for (let i = 0; i < 60e6; i++) sum += i % 7;
      postMessage(data + " " + (sum > 0));
    }`]));
}

const file = new Worker("worker.js");
const own = new Worker("module.js", { type: "module" });
const blob = new Worker(source());

function on(id, action) {
  document.querySelector("#" + id).onclick = () => {
    since = Date.now();
    shown.textContent = "waiting";
    action();
  };
}

on("computes", () => {
  blob.onmessage = ({ data }) => show("computed " + data);
  blob.postMessage("much");
});
on("twice", () => {
  let first = "";
  file.onmessage = ({ data }) => {
    if (first === "") first = data;
    else show(first + " and " + data);
  };
  file.postMessage("twice");
});
on("later", () => {
  own.onmessage = ({ data }) => show(data);
  own.postMessage("later");
});
on("throws", () => {
  file.onerror = (event) => {
    event.preventDefault();
    show("thrown " + event.message.includes("mistake"));
  };
  file.postMessage("throw");
});
on("many", () => {
  const seen = [];
  own.onmessage = ({ data }) => {
    seen.push(data);
    if (seen.length === 200)
      show("in order " + seen.every((value, i) => value === i));
  };
  for (let i = 0; i < 200; i++) own.postMessage(i);
});
on("ended", () => {
  const worker = new Worker(source());
  worker.onmessage = () => show("it is not ended");
  worker.postMessage("much");
  worker.terminate();
  show("ended");
});
on("talks", () => {
  own.onmessage = ({ data }) => {
    if (data === 40) show("talked");
    else own.postMessage(data + 1);
  };
  own.postMessage(0);
});
on("once", () => {
  const worker = new Worker("once.js", { name: "once" });
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  worker.onmessage = ({ data }) =>
    show(data.name + " " + data.bytes.byteLength + " " + bytes.byteLength);
  worker.postMessage(bytes, [bytes]);
});
on("fetches", () => {
  file.onmessage = ({ data }) => show(data);
  file.postMessage("fetch");
});
