/**
 * The header of a request in which the door of pages passes the state of the demo (`npm run demo`); clients cannot set
 * it.
 */
export const DEMO_HEADER = "x-patchbay-demo";

/** @param headers of the request, as a page reads them */
export const isDemo = (headers: { get: (name: string) => string | null }): boolean =>
  headers.get(DEMO_HEADER) === "yes";
