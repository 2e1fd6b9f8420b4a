/** A small panel that hangs from a button and holds anything. The code of the open panel loads only when it is wanted. */
"use client";
import { cloneElement, lazy, Suspense, useState, type ReactElement, type ReactNode } from "react";

const load = () => import("./popover-panel");
const PopoverPanel = lazy(load);

type TriggerProps = { onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void; "aria-haspopup"?: "dialog"; "aria-expanded"?: boolean };

export type PopoverProps = {
  trigger: ReactElement<TriggerProps>;
  /** Names the panel for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** `trigger` is one button. The pointer or the focus on it already fetches the code. */
export function Popover({ trigger, ...panel }: PopoverProps) {
  const [wanted, setWanted] = useState(false);
  const prefetch = () => void load();
  const still = cloneElement(trigger, { onClick: () => setWanted(true), onPointerEnter: prefetch, onFocus: prefetch, "aria-haspopup": "dialog", "aria-expanded": false });
  if (!wanted) return still;
  return (
    <Suspense fallback={still}>
      <PopoverPanel trigger={trigger} {...panel} />
    </Suspense>
  );
}
