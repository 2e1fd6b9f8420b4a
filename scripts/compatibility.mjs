// Writes docs/reference/compatibility.md by what the tests of the official SDKs see.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { register } from "tsx/esm/api";
import { DOCUMENT, RESULTS, SDKS, toDocument } from "./compatibility/to-document.mjs";
import { inRoot } from "./paths.mjs";
import { runNode } from "./start/run-child.mjs";

const MINUTE = 60_000;
rmSync(inRoot(RESULTS), { recursive: true, force: true });
await runNode(
  inRoot("node_modules/vitest/vitest.mjs"),
  ["run", "--project", "integration", "test/sdks/every-method.db.test.ts"],
  {
    what: "The tests of the SDKs",
    env: { PATCHBAY_WRITE_COMPATIBILITY: "yes" },
    onLine: console.log,
    timeoutMs: 20 * MINUTE,
  },
);
register();
const { publishedOperations } = await import("../test/published/operations.ts");
const columns = Object.fromEntries(
  SDKS.map((sdk) => [sdk, JSON.parse(readFileSync(path.join(inRoot(RESULTS), `${sdk}.json`), "utf8"))]),
);
writeFileSync(inRoot(DOCUMENT), toDocument(columns, publishedOperations));
console.log(`Wrote ${DOCUMENT}.`);
