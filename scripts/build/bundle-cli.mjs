// Bundles the command line; apart from the other steps, because `bin/patchbay` loads this file at each of its runs.
import { inRoot } from "../paths.mjs";
import { makeOnce } from "../start/make-once.mjs";
import { runNode } from "../start/run-child.mjs";
import { contentHash } from "../start/stamps.mjs";

const SOURCES = ["cli", "tsconfig.json", "scripts/build/bundle.mjs"];

/** Bundles cli/main.ts for `bin/patchbay`, if it changed. */
export const bundleCli = () =>
  makeOnce(
    "cli",
    contentHash(SOURCES, (file) => !/\.test\.ts$/.test(file)),
    ["dist/cli.mjs"],
    () =>
      runNode(inRoot("scripts/build/bundle.mjs"), ["cli/main.ts", "dist/cli.mjs"], {
        what: "The bundle of cli/main.ts",
      }),
  );
