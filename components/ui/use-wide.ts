/** Whether the window has room for a panel next to the page. */
"use client";
import { useSyncExternalStore } from "react";

/** The `xl` of the style sheet. */
const WIDE = "(min-width: 80rem)";

const onWidth = (listener: () => void): (() => void) => {
  const list = window.matchMedia(WIDE);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
};

export const useWide = (): boolean =>
  useSyncExternalStore(
    onWidth,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
