/** What a browser remembers about the look. In cookies, so that the server's first byte already has the right theme and no script must mend it. */

export const THEME_COOKIE = "patchbay-theme";
export const SIDEBAR_COOKIE = "patchbay-sidebar";

/** In which zone times of the clock are written. */
export const TIMES_COOKIE = "patchbay-times";

/** Set where somebody closed the demo's banner. */
export const DEMO_BANNER_COOKIE = "patchbay-demo-banner";

export type Theme = "system" | "light" | "dark";

/** Anything that is not a theme means the system's. */
export const toTheme = (value: string | undefined): Theme => (value === "light" || value === "dark" ? value : "system");

export type Times = "mine" | "utc";

const YEAR_SECONDS = 31_536_000;

/** Keeps a preference for a year; an empty value forgets it. Browser only. */
export function savePreference(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? YEAR_SECONDS : 0}; SameSite=Lax`;
}
