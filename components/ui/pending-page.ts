/** The page that a clicked link leads to, until it is there. */
"use client";
import { useSyncExternalStore } from "react";

let path: string | null = null;
const listeners = new Set<() => void>();

function show(next: string | null): void {
  if (path === next) return;
  path = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The path of an address of the product, without its query. */
export const pathOf = (href: string): string => href.replace(/[?#].*$/, "");

/** Reports that a page is on its way; the returned function reports that it is there, or no longer wanted. */
export function announcePage(next: string): () => void {
  show(next);
  return () => {
    if (path === next) show(null);
  };
}

/** The path of the page that is on its way, or null. */
export const usePendingPage = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => path,
    () => null,
  );
