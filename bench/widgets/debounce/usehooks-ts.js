import { DELAY, page } from "../debounce.js";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { useDebounceValue } from "usehooks-ts";

page((text, show) => {
  function Field() {
    const [rested, setNow] = useDebounceValue("", DELAY);
    useEffect(() => {
      const listen = () => setNow(text.value);
      text.addEventListener("input", listen);
      return () => text.removeEventListener("input", listen);
    }, [setNow]);
    useEffect(() => { if (rested !== "") show(rested); }, [rested]);
  }
  createRoot(document.getElementById("root")).render(createElement(Field));
});
