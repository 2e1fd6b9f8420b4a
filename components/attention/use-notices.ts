/** Notices of the browser about things that wait for a person; only if the person chose them. */
"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { showToast } from "@/components/parts/shell/toast-store";
import { toNews, type Attention } from "./attention-data";

const STORAGE_KEY = "patchbay-notices";
const listeners = new Set<() => void>();

function isChosen(): boolean {
  try {
    return (
      "Notification" in window && Notification.permission === "granted" && localStorage.getItem(STORAGE_KEY) === "on"
    );
  } catch {
    return false; // storage can be forbidden
  }
}

function choose(value: "on" | null): void {
  try {
    if (value) localStorage.setItem(STORAGE_KEY, value);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

async function start(): Promise<void> {
  const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
  if (permission === "granted") return choose("on");
  showToast("Notifications are blocked for this site. Allow them in your browser settings.", {
    tone: "error",
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A page that is in sight shows the bell; a notice is for a page in the background. */
export function useNotices(attention: Attention | undefined) {
  const on = useSyncExternalStore(subscribe, isChosen, () => false);
  const before = useRef(attention);
  useEffect(() => {
    const news = attention && before.current ? toNews(attention, before.current) : [];
    before.current = attention;
    if (on && document.hidden && news.length > 0)
      new Notification("Patchbay", { body: news.join("\n"), tag: STORAGE_KEY });
  }, [attention, on]);
  return { on, start: () => void start(), stop: () => choose(null) };
}
