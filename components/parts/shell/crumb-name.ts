/** The name of the thing that a page shows, for the breadcrumbs: its address has an id alone. */
"use client";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { useTabTitle } from "./use-tab-title";

let shown: { path: string; name: string } | null = null;
const listeners = new Set<() => void>();

function show(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Names the page, in its breadcrumbs and in the title of its tab, as long as it is drawn. */
export function useCrumbName(name: string): void {
  const path = usePathname();
  useTabTitle(`${name} · Patchbay`);
  useEffect(() => {
    show({ path, name });
    return () => show(null);
  }, [path, name]);
}

/** What the page at `path` is called; undefined where it did not say so. */
export const useShownName = (path: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => (shown?.path === path ? shown.name : undefined),
    () => undefined,
  );
