/** Shows one row of a list in full, over the list. Buttons and arrow keys move to the next and previous rows. */
"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";

/** A tree that scrolls keeps its arrow keys; so do a field and a menu. */
const KEEPS_ARROWS = "[role=group], [role=menu], input, select, textarea";

type RowDrawerProps = {
  title: string;
  /** The kind of row: "event". */
  what: string;
  id: string;
  /** The rows of the list in the background, newest first. */
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
  /** The actions for the row. */
  actions: ReactNode;
  children: ReactNode;
};

/** Open while it is rendered. */
export function RowDrawer({ title, what, id, ids, onMove, onClose, actions, children }: RowDrawerProps) {
  const index = ids.indexOf(id);
  const newer = index > 0 ? ids[index - 1] : undefined;
  const older = index >= 0 ? ids[index + 1] : undefined;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = { ArrowUp: newer, ArrowDown: older }[event.key];
      if (!next || (event.target instanceof Element && event.target.closest(KEEPS_ARROWS))) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [newer, older, onMove]);
  return (
    <Sheet onClose={onClose} side="right" title={title}>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Newer ${what}`}
          title="Newer (arrow up)"
          aria-disabled={!newer}
          onClick={() => newer && onMove(newer)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Older ${what}`}
          title="Older (arrow down)"
          aria-disabled={!older}
          onClick={() => older && onMove(older)}
        >
          <ChevronDown aria-hidden />
        </Button>
        {actions}
      </div>
      <div className="flex-1 overflow-y-auto p-5">{children}</div>
    </Sheet>
  );
}

/** What a drawer has of the list behind it. */
export type InList = Pick<RowDrawerProps, "id" | "ids" | "onMove" | "onClose">;
