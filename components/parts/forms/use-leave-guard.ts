/** Asks before the user leaves a page with unsaved changes by one of our links or by closing the tab. */
"use client";
import { useEffect } from "react";
import { askToLeave, holdLeave } from "./leave-question";

/** The link that a plain click in this tab follows; null for anything else. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    !link ||
    link.target === "_blank" ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return null;
  return link.pathname === window.location.pathname ? null : link;
}

/** Active while `dirty` is true. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = followedLink(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      askToLeave(link.origin === window.location.origin ? link.pathname + link.search + link.hash : link.href);
    };
    const endHold = holdLeave();
    window.addEventListener("beforeunload", onUnload);
    // before the router's own listener, which would navigate at once
    document.addEventListener("click", onClick, true);
    return () => {
      endHold();
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [dirty]);
}
