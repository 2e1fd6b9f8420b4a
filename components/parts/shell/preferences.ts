/**
 * Display preferences of a browser. They are in cookies, so that the server's first byte already has the right theme
 * and no script must correct it.
 */

export const THEME_COOKIE = "patchbay-theme";
export const SIDEBAR_COOKIE = "patchbay-sidebar";

/** The columns of lists that a person chose, with their widths. */
export const COLUMNS_COOKIE = "patchbay-columns";

/** The zone in which clock times are shown. */
export const TIMES_COOKIE = "patchbay-times";

/** Set after the user closed the demo's banner. */
export const DEMO_BANNER_COOKIE = "patchbay-demo-banner";

/** The version whose notice the user closed. */
export const RELEASE_BANNER_COOKIE = "patchbay-release-banner";

export type Theme = "system" | "light" | "dark";

/** Any value that is not a theme means the system's theme. */
export const toTheme = (value: string | undefined): Theme => (value === "light" || value === "dark" ? value : "system");

export type Times = "mine" | "utc";

const YEAR_SECONDS = 31_536_000;

/** Keeps a preference for a year; an empty value deletes it. Runs only in the browser. */
export function savePreference(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? YEAR_SECONDS : 0}; SameSite=Lax`;
}
