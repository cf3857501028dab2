import { DELAY, page } from "../debounce.js";
import { ref, watch } from "vue";
import { refDebounced } from "@vueuse/core";

page((text, show) => {
  const now = ref("");
  watch(refDebounced(now, DELAY), show);
  text.addEventListener("input", () => { now.value = text.value; });
});
