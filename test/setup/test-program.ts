/** A program of the tests, as `bundle-programs` has written it for this run. */
import path from "node:path";

/** @param source a TypeScript file, by its path in the project */
export const testProgram = (source: string): string =>
  path.join(process.env.PATCHBAY_TEST_PROGRAMS ?? "", source.replace(/\.ts$/, ".mjs"));
