/** Stores the typed arguments, so that a reload or a return to the page does not lose them. */
"use client";
import { useEffect, useRef } from "react";
import type { Values } from "./arguments-draft";
import { storeArguments } from "./stored-arguments";

/** Converting arguments to text at every key press would make typing slow. */
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
