/** A panel next to the page, which stays usable: nothing is dimmed, and the focus can leave the panel. */
"use client";
import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Button } from "./button";
import { useReturnFocus } from "./return-focus";

/** The window or menu that a press of Escape closes before the panel. */
const ABOVE = "[role=dialog]:not([data-panel]), [role=alertdialog], [role=menu]";

type SidePanelProps = {
  title: string;
  onClose: () => void;
  /** The element that gets the focus after the panel closed; the opener by default. */
  returnTo?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
};

/** Fields outside the panel use Escape themselves, for example to clear a search. */
const isFieldOutside = (target: EventTarget | null, panel: HTMLElement | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea") && !panel?.contains(target);

/** Closes the panel at Escape, wherever the focus is. */
function useEscape(panel: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isFieldOutside(event.target, panel.current)) return;
      if (document.querySelector(ABOVE)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [panel, onClose]);
}

/** Gets the focus when it opens. When it closes, the focus returns unless it is elsewhere on the page. */
function useFocus(panel: { readonly current: HTMLElement | null }, returnFocus: () => void): void {
  const latest = useRef(returnFocus);
  useEffect(() => {
    latest.current = returnFocus;
  });
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body || document.activeElement?.closest("[data-panel]")) latest.current();
    };
  }, [panel]);
}

/** Open while it is rendered, below the top bar; a `PanelRoom` on the page keeps its place free. */
export function SidePanel({ title, onClose, returnTo, children }: SidePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const returnFocus = useReturnFocus(returnTo);
  useEscape(panel, onClose);
  useFocus(panel, returnFocus);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-panel
      className={
        "fixed top-12 right-0 bottom-0 z-20 flex w-(--panel) animate-fade-in flex-col overflow-hidden border-l " +
        "bg-raised outline-none"
      }
    >
      <div className="flex h-12 shrink-0 items-center justify-between gap-2 border-b pr-3 pl-5">
        <h2 id={titleId} aria-live="polite" className="truncate text-base font-semibold">
          {title}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {children}
    </div>
  );
}
