onmessage = ({ data }) => {
  postMessage({ name, bytes: data }, { transfer: [data] });
  close();
};
