/** Which specs open a browser: only these may be tried twice, because a browser can fail on its own. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../../scripts/paths.mjs";

/** A test that takes one of Playwright's fixtures of a browser. */
const BROWSER_FIXTURE = /\(\{\s*(page|browser|context)\b/;

const specs = readdirSync(inRoot("e2e"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".spec.ts"),
);
const opensBrowser = (file: string): boolean =>
  BROWSER_FIXTURE.test(readFileSync(inRoot(path.join("e2e", file)), "utf8"));

/** Patterns of the specs in which no test has a browser. */
export const SPECS_WITHOUT_BROWSER = specs.filter((file) => !opensBrowser(file)).map((file) => `**/e2e/${file}`);
