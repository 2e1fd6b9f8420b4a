/** Changing the theme of this browser, from the menu or the command palette. */
import { savePreference, THEME_COOKIE, toTheme, type Theme } from "./preferences";

const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: the theme that the page shows. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentTheme = (): Theme => toTheme(document.documentElement.dataset.theme);

/** Applies the theme at once and remembers it. */
export function chooseTheme(theme: Theme): void {
  savePreference(THEME_COOKIE, theme === "system" ? "" : theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
