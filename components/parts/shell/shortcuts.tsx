/**
 * The keys that work on every page: G and a letter opens a section, N and a letter makes something new, and a question
 * mark lists the keys.
 */
"use client";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/components/access/use-session";
import { ACTIONS } from "@/components/palette/actions";
import { leaveFor } from "../forms/leave-question";
import { isShortcut, SHOW_SHORTCUTS } from "../lists/is-shortcut";
import { NAVIGATION } from "./navigation";

const ShortcutsWindow = dynamic(() => import("./shortcuts-window").then(({ ShortcutsWindow }) => ShortcutsWindow), {
  ssr: false,
});

/** The second key must follow within this time. */
const SEQUENCE_MS = 1_500;

/** Follows the link of the sidebar, as a click would. */
function openSection(jump: string): boolean {
  const section = NAVIGATION.find((candidate) => candidate.jump === jump);
  if (!section) return false;
  document.querySelector<HTMLElement>(`aside nav a[href="${section.pages[0].href}"]`)?.click();
  return true;
}

/** Opens the window or the page that makes something new. */
function useAction(): (key: string) => boolean {
  const router = useRouter();
  const permissions = useSession().data?.permissions;
  return (key) => {
    const action = ACTIONS.find((candidate) => candidate.key === key);
    if (!action || !permissions?.includes(action.permission)) return false;
    leaveFor(action.href, router.push);
    return true;
  };
}

/** The first key of a sequence, until the second one has come or its time is over. */
type FirstKey = { key: string; timeStamp: number } | null;

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const openAction = useAction();
  const firstKey = useRef<FirstKey>(null);
  useEffect(() => {
    // Before the keys of a page: the second key of a sequence must not decide about a call in a list.
    const listenForSecond = (event: KeyboardEvent) => {
      const first = firstKey.current;
      firstKey.current = null;
      if (!first || event.timeStamp - first.timeStamp >= SEQUENCE_MS || !isShortcut(event)) return;
      if (!(first.key === "g" ? openSection(event.key) : openAction(event.key))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === "g" || event.key === "n") firstKey.current = { key: event.key, timeStamp: event.timeStamp };
      if (event.key !== "?") return;
      setOpen(true);
      event.preventDefault();
    };
    const show = () => setOpen(true);
    document.addEventListener("keydown", listenForSecond, true);
    document.addEventListener("keydown", listen);
    window.addEventListener(SHOW_SHORTCUTS, show);
    return () => {
      document.removeEventListener("keydown", listenForSecond, true);
      document.removeEventListener("keydown", listen);
      window.removeEventListener(SHOW_SHORTCUTS, show);
    };
  }, [openAction]);
  return isOpen ? <ShortcutsWindow onClose={() => setOpen(false)} /> : null;
}
