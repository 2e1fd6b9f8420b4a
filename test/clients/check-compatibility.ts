/** Compares what a test saw of an SDK's methods with the document, or writes it down for `npm run compatibility`. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { readColumn, RESULTS, toName } from "@/scripts/compatibility/to-document.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import type { SdkReport } from "./drive-sdks";

/** @param sdk of `SDKS` */
export function checkCompatibility(sdk: string, { methods }: SdkReport): void {
  const states = Object.fromEntries(
    Object.entries(methods).flatMap(([name, state]) => (state === "inner" ? [] : [[toName(name), state]])),
  );
  if (!process.env.PATCHBAY_WRITE_COMPATIBILITY) return expect(states).toEqual(readColumn(sdk));
  mkdirSync(inRoot(RESULTS), { recursive: true });
  writeFileSync(path.join(inRoot(RESULTS), `${sdk}.json`), JSON.stringify(states));
}
