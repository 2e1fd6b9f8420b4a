/** Keeps what is typed, so that a reload or a way back does not lose it. */
"use client";
import { useEffect, useRef } from "react";
import type { Values } from "./arguments-draft";
import { storeArguments } from "./stored-arguments";

/** Turning arguments into text at every key would make typing slow. */
const WAIT_MS = 300;

export function useKeptArguments(tool: string, value: Values): void {
  const first = useRef(value);
  useEffect(() => {
    if (value === first.current) return; // nothing was typed yet
    const store = () => storeArguments(tool, value);
    const timer = setTimeout(store, WAIT_MS);
    window.addEventListener("pagehide", store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", store);
    };
  }, [tool, value]);
}
