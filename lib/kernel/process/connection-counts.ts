/** How many database connections one copy of the app may be given. */

/** With fewer, requests would wait for each other and the app would stop. */
export const MIN_CONNECTIONS = 18;
export const DEFAULT_CONNECTIONS = 40;
