/** The keys of an open row: j and k, and the arrow keys within its drawer, show the next and the previous row. */
"use client";
import { useEffect } from "react";
import { isShortcut } from "./is-shortcut";
import { findRowLink } from "./row-link";

/** A tree that scrolls keeps its arrow keys; so do a field and a menu. */
const KEEPS_ARROWS = "[role=group], [role=menu], input, select, textarea";

type Neighbors = { newer: string | undefined; older: string | undefined };

/** @param ids the rows of the list, newest first */
export function findNeighbors(id: string, ids: readonly string[]): Neighbors {
  const index = ids.indexOf(id);
  return { newer: index > 0 ? ids[index - 1] : undefined, older: index >= 0 ? ids[index + 1] : undefined };
}

/** The open row by the URL, which changes with the click on a row; the drawer follows with the next render. */
function findOpen(id: string, ids: readonly string[]): string {
  const open = new URLSearchParams(window.location.search).get("open");
  return open !== null && ids.includes(open) ? open : id;
}

type Rows = { id: string; ids: readonly string[] };

/** A letter works anywhere on the page, an arrow key only in the drawer: elsewhere it scrolls the page. */
function neighborFor(event: KeyboardEvent, drawer: Element | null, { newer, older }: Neighbors): string | undefined {
  const isInDrawer = event.target instanceof Element && drawer !== null && drawer.contains(event.target);
  const letter = { j: older, k: newer }[event.key];
  if (letter !== undefined) return isShortcut(event, drawer) ? letter : undefined;
  const isOwn = isInDrawer && event.target.closest(KEEPS_ARROWS) === null && !event.defaultPrevented;
  return isOwn ? { ArrowDown: older, ArrowUp: newer }[event.key] : undefined;
}

/** @param drawer finds the element of the drawer */
export function useRowKeys({ id, ids }: Rows, drawer: () => Element | null, onMove: (id: string) => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = neighborFor(event, drawer(), findNeighbors(findOpen(id, ids), ids));
      if (next === undefined) return;
      event.preventDefault();
      onMove(next);
      const link = findRowLink(next);
      link?.closest("tr")?.scrollIntoView({ block: "nearest" });
      // whoever walks through the list with the focus in it goes on from the new row
      if (event.target instanceof Element && event.target.closest("[data-row]")) link?.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [id, ids, drawer, onMove]);
}
