/**
 * Returns whether a mouse or a similar pointer is in use. On a phone the focus of a field opens the keyboard over half
 * of the page.
 */
export const hasFinePointer = (): boolean =>
  typeof window === "undefined" || window.matchMedia("(pointer: fine)").matches;
