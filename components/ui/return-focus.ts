/**
 * Returns the focus to the element that had it before a window opened. Windows here are rendered on demand, so Radix
 * knows no trigger.
 */
import { useState } from "react";

/** For `onCloseAutoFocus`. If the opener is gone (its row was removed), the page's content receives the focus. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById("content");
    target?.focus();
  };
}
