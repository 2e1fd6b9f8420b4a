/** Whether a mouse or the like points here. On a phone the focus of a field opens the keyboard over half of the page. */
export const hasFinePointer = (): boolean =>
  typeof window === "undefined" || window.matchMedia("(pointer: fine)").matches;
