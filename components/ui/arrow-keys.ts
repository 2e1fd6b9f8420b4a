/** Moving among siblings with the arrow keys, as tabs, radios and cards do. */
import type { KeyboardEvent } from "react";

/**
 * Focuses the target of the key and returns it; null if the key has no target.
 * @param selector finds the siblings inside `event.currentTarget`
 * @param columns the number of elements in a row: up and down jump by it; with 1, all arrows move by one
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, columns = 1): HTMLElement | null {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = all.findIndex((element) => element === document.activeElement);
  const next = toPlace(event.key, index, all.length, columns);
  const target = next === null ? undefined : all[next];
  if (!target) return null;
  event.preventDefault();
  target.focus();
  return target;
}

/** The index of the key's target, or null. A single row wraps around; a grid stops at its edges. */
export function toPlace(key: string, index: number, count: number, columns = 1): number | null {
  if (index < 0 || count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (step === undefined) return null;
  if (columns === 1) return (index + step + count) % count;
  const next = index + step;
  return next >= 0 && next < count ? next : null;
}
