/** What the door of pages tells them of the demo (`npm run demo`), in a header of the request; whoever asks cannot set it. */
export const DEMO_HEADER = "x-patchbay-demo";

/** @param headers of the request, as a page reads them */
export const isDemo = (headers: { get: (name: string) => string | null }): boolean =>
  headers.get(DEMO_HEADER) === "yes";
