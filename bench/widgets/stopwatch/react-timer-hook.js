import { ofHook } from "../stopwatch.js";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { useStopwatch } from "react-timer-hook";

ofHook(() => {
  const watch = useStopwatch({ autoStart: false });
  return {
    seconds: watch.totalSeconds, start: watch.start, pause: watch.pause,
    reset: () => watch.reset(undefined, false)
  };
}, { createElement, useEffect, createRoot });
