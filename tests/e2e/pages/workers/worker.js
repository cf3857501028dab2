async function tell() {
  const answer = await fetch("one.txt");
  postMessage("fetched " + (await answer.text()).trim());
}

onmessage = ({ data }) => {
  if (data === "silence") return;
  if (data === "throw") throw new Error("a mistake");
  if (data === "fetch") return tell();
  postMessage("first");
  let sum = 0;
  for (let i = 0; i < 50e6; i++) sum += i % 7;
  postMessage("second");
};
