/** Gives the focus back to what had it before a window opened; windows here are drawn on demand, so Radix knows no trigger. */
import { useState } from "react";

/** For `onCloseAutoFocus`. When the opener is gone (its row was removed) the page's content takes the focus. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById("content");
    target?.focus();
  };
}
