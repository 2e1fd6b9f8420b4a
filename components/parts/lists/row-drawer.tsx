/**
 * Shows one row of a list in full: next to the list if the window has room, otherwise over it. Buttons and keys show
 * the next and the previous row.
 */
"use client";
import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import { useCallback, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import { SidePanel } from "@/components/ui/side-panel";
import { useWide } from "@/components/ui/use-wide";
import { findRowLink } from "./row-link";
import { findNeighbors, useRowKeys } from "./use-row-keys";

type RowDrawerProps = {
  title: string;
  /** The kind of row: "event". */
  what: string;
  id: string;
  /** The rows of the list, newest first. */
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
  /** The actions for the row. */
  actions: ReactNode;
  children: ReactNode;
};

/** Open while it is rendered. The list needs a `PanelRoom` while it is open, so that the panel covers nothing. */
export function RowDrawer({ title, what, id, ids, onMove, onClose, actions, children }: RowDrawerProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { newer, older } = findNeighbors(id, ids);
  const drawer = useCallback(() => bar.current?.closest("[role=dialog]") ?? null, []);
  useRowKeys({ id, ids }, drawer, onMove);
  const content = (
    <>
      <div ref={bar} className="flex min-h-11 shrink-0 flex-wrap items-center gap-1 border-b px-4 py-1.5">
        <Step what={`Newer ${what}`} keys="Newer (k or arrow up)" Icon={ChevronUp} to={newer} onMove={onMove} />
        <Step what={`Older ${what}`} keys="Older (j or arrow down)" Icon={ChevronDown} to={older} onMove={onMove} />
        {actions}
      </div>
      <div className="flex-1 overflow-y-auto p-5">{children}</div>
    </>
  );
  const returnTo = () => findRowLink(id);
  return useWide() ? (
    <SidePanel onClose={onClose} title={title} returnTo={returnTo}>
      {content}
    </SidePanel>
  ) : (
    <Sheet onClose={onClose} side="right" title={title} returnTo={returnTo}>
      {content}
    </Sheet>
  );
}

type StepProps = {
  what: string;
  keys: string;
  Icon: LucideIcon;
  to: string | undefined;
  onMove: (id: string) => void;
};

const Step = ({ what, keys, Icon, to, onMove }: StepProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={what}
    title={keys}
    aria-disabled={to === undefined}
    onClick={() => to !== undefined && onMove(to)}
  >
    <Icon aria-hidden />
  </Button>
);

/** What a drawer has of the list behind it. */
export type InList = Pick<RowDrawerProps, "id" | "ids" | "onMove" | "onClose">;
