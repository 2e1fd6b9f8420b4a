/** The name of the object that a page shows, for the breadcrumbs: its URL contains only an id. */
"use client";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { useTabTitle } from "./use-tab-title";

let currentCrumb: { path: string; name: string } | null = null;
const listeners = new Set<() => void>();

function show(next: typeof currentCrumb): void {
  currentCrumb = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Names the page in its breadcrumbs and in the tab's title while it is rendered. */
export function useCrumbName(name: string): void {
  const path = usePathname();
  useTabTitle(`${name} · Patchbay`);
  useEffect(() => {
    show({ path, name });
    return () => show(null);
  }, [path, name]);
}

/** The name of the page at `path`; undefined if the page set none. */
export const useShownName = (path: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => (currentCrumb?.path === path ? currentCrumb.name : undefined),
    () => undefined,
  );
