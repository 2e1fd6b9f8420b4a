/** The slash key focuses the search of a page. */
"use client";
import { useEffect, useRef } from "react";
import { isShortcut } from "./is-shortcut";

/** A slash typed outside a field focuses the element of the returned ref. */
export function useSlash<T extends HTMLInputElement | HTMLTextAreaElement>(enabled: boolean) {
  const field = useRef<T>(null);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || !isShortcut(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled]);
  return field;
}
