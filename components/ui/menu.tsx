/**
 * A menu that opens from a button. Its content is passed as data, so that the code of the open menu loads only when it
 * is needed.
 */
"use client";
import { cloneElement, lazy, Suspense, useState, type ReactElement } from "react";
import type { MenuSection } from "./menu-section";

const load = () => import("./dropdown-menu");
const DropdownMenu = lazy(load);

type TriggerProps = {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
};
type MenuProps = { trigger: ReactElement<TriggerProps>; align?: "start" | "end"; sections: readonly MenuSection[] };

/** `trigger` is one button. A pointer or the focus on it already fetches the code. */
export function Menu({ trigger, align = "end", sections }: MenuProps) {
  const [wasOpened, setWanted] = useState(false);
  const prefetch = () => void load();
  const still = cloneElement(trigger, {
    onClick: () => setWanted(true),
    onPointerEnter: prefetch,
    onFocus: prefetch,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
  if (!wasOpened) return still;
  return (
    <Suspense fallback={still}>
      <DropdownMenu trigger={trigger} align={align} sections={sections} />
    </Suspense>
  );
}
