/** The keys that work on every page: G and a letter opens a section, and a question mark lists the keys. */
"use client";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { isShortcut, SHOW_SHORTCUTS } from "../lists/is-shortcut";
import { NAVIGATION } from "./navigation";

const ShortcutsWindow = dynamic(() => import("./shortcuts-window").then(({ ShortcutsWindow }) => ShortcutsWindow), {
  ssr: false,
});

/** The second key must follow within this time. */
const SEQUENCE_MS = 1_500;

/** Follows the link of the sidebar, so that unsaved changes are asked about as for any other link. */
function openSection(jump: string): boolean {
  const section = NAVIGATION.find((candidate) => candidate.jump === jump);
  if (!section) return false;
  document.querySelector<HTMLElement>(`aside nav a[href="${section.pages[0].href}"]`)?.click();
  return true;
}

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let beganAt = -Infinity;
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const isSecond = event.timeStamp - beganAt < SEQUENCE_MS;
      beganAt = event.key === "g" && !isSecond ? event.timeStamp : -Infinity;
      if (event.key === "?") setOpen(true);
      else if (!isSecond || !openSection(event.key)) return;
      event.preventDefault();
    };
    const show = () => setOpen(true);
    document.addEventListener("keydown", listen);
    window.addEventListener(SHOW_SHORTCUTS, show);
    return () => {
      document.removeEventListener("keydown", listen);
      window.removeEventListener(SHOW_SHORTCUTS, show);
    };
  }, []);
  return isOpen ? <ShortcutsWindow onClose={() => setOpen(false)} /> : null;
}
