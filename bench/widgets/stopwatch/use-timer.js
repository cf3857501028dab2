import { ofHook } from "../stopwatch.js";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { useTimer } from "use-timer";

ofHook(() => {
  const watch = useTimer();
  return { ...watch, seconds: watch.time };
}, { createElement, useEffect, createRoot });
