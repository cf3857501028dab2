import { DELAY, page } from "../debounce.js";
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useDebounce } from "use-debounce";

page((text, show) => {
  function Field() {
    const [now, setNow] = useState("");
    const rested = useDebounce(now, DELAY)[0];
    useEffect(() => {
      const listen = () => setNow(text.value);
      text.addEventListener("input", listen);
      return () => text.removeEventListener("input", listen);
    }, []);
    useEffect(() => { if (rested !== "") show(rested); }, [rested]);
  }
  createRoot(document.getElementById("root")).render(createElement(Field));
});
