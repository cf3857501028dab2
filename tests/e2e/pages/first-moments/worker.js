onmessage = () => postMessage("done");
