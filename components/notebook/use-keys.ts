/** The keys of the notebook while no editor has the focus, as in Jupyter. */
"use client";
import { useRef, type KeyboardEvent } from "react";

export type KeyActions = {
  run: (then: "next" | "stay") => void;
  edit: () => void;
  insert: (where: "above" | "below") => void;
  remove: () => void;
  undo: () => void;
  select: (by: -1 | 1) => void;
};

const DOUBLE_MS = 800;

/** For the element of a cell: events that bubble from a field or a button inside it are ignored. */
export function useKeys(actions: KeyActions) {
  const lastD = useRef(0);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const done = handle(event, actions, lastD);
    if (done) event.preventDefault();
  };
}

function handle(event: KeyboardEvent, actions: KeyActions, lastD: { current: number }): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (key === "Enter") {
    if (shiftKey) actions.run("next");
    else if (ctrlKey || metaKey) actions.run("stay");
    else actions.edit();
    return true;
  }
  if (ctrlKey || metaKey) return false;
  if (key !== "d") lastD.current = 0;
  const plain: Record<string, () => void> = {
    ArrowUp: () => actions.select(-1),
    k: () => actions.select(-1),
    ArrowDown: () => actions.select(1),
    j: () => actions.select(1),
    a: () => actions.insert("above"),
    b: () => actions.insert("below"),
    z: actions.undo,
    d: () => {
      const now = event.timeStamp;
      if (lastD.current > 0 && now - lastD.current < DOUBLE_MS) {
        lastD.current = 0;
        actions.remove();
      } else lastD.current = now;
    },
  };
  const act = plain[key];
  act?.();
  return act !== undefined;
}
