/** Which key presses are shortcuts of the page. */

const OFF = "patchbay.shortcuts";

/** Whether a person has turned the shortcuts of single keys off, as software that listens to speech requires. */
export function areShortcutsOff(): boolean {
  try {
    return window.localStorage.getItem(OFF) === "off";
  } catch {
    return false; // storage can be forbidden
  }
}

/** @returns whether the browser remembers the choice */
export function turnShortcuts(on: boolean): boolean {
  try {
    if (on) window.localStorage.removeItem(OFF);
    else window.localStorage.setItem(OFF, "off");
    return true;
  } catch {
    return false;
  }
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Windows over the page; a panel next to it is not a window. */
const WINDOWS = "[role=dialog]:not([data-panel]), [role=alertdialog]";

/**
 * Whether a key was pressed alone, outside of fields and windows.
 * @param within the window whose own keys are meant
 */
export const isShortcut = (event: KeyboardEvent, within?: Element | null): boolean =>
  !event.metaKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isField(event.target) &&
  [...document.querySelectorAll(WINDOWS)].every((window) => window === within) &&
  !areShortcutsOff();

/** An event of the window that shows the list of shortcuts: also for people who have turned its key off. */
export const SHOW_SHORTCUTS = "patchbay:shortcuts";
