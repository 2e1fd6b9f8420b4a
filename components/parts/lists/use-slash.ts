/** The slash key focuses the search of a page. */
"use client";
import { useEffect, useRef } from "react";

const typesElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** A slash typed outside a field focuses the element of the returned ref. */
export function useSlash<T extends HTMLInputElement | HTMLTextAreaElement>(enabled: boolean) {
  const field = useRef<T>(null);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (
        event.key !== "/" ||
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        typesElsewhere(event.target) ||
        document.querySelector("[role=dialog]")
      )
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled]);
  return field;
}
