import { ofHook } from "../stopwatch.js";
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useTimer } from "react-use-precision-timer";

ofHook(() => {
  const [, again] = useState(0);
  const watch = useTimer({ delay: 100 }, () => again(n => n + 1));
  return {
    seconds: watch.getElapsedRunningTime() / 1000,
    start: () => watch.isStarted() ? watch.resume() : watch.start(),
    pause: () => { watch.pause(); again(n => n + 1); },
    reset: () => { watch.stop(); again(n => n + 1); }
  };
}, { createElement, useEffect, createRoot });
