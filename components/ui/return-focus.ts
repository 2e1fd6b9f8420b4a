/**
 * Returns the focus to the element that had it before a window opened. Windows here are rendered on demand, so Radix
 * knows no trigger.
 */
import { useState } from "react";

/**
 * For `onCloseAutoFocus`. If the opener is gone (its row was removed), the page's content receives the focus.
 * @param target the element that gets the focus instead of the opener, if it exists
 */
export function useReturnFocus(target?: () => HTMLElement | null): (event?: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event?.preventDefault();
    const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
    (target?.() ?? back ?? document.getElementById("content"))?.focus();
  };
}
