// The document of the methods of the official SDKs, and of the published operations, that work here.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

export const DOCUMENT = "docs/reference/compatibility.md";
/** Folder below .cache where tests write what they saw. */
export const RESULTS = ".cache/compatibility";
/** In the order of the columns. */
export const SDKS = ["core 0.5.4", "core 0.19.0", "core 0.21.0", "Python 0.30.0"];

/** Words of a state in the table. */
const WORDS = { works: "works", fails: "fails", client: "by request", untested: "not tested" };
const NONE = "–";

const HEAD = `# Compatibility

Tests wrote this page: \`npm run compatibility\` calls every public method of the official SDKs, unmodified, against this server. A test fails if a method has another state than here, or if an SDK has a method that is not here.

## Methods of the SDKs

The names are those of TypeScript; Python writes \`get_many\` for \`getMany\`. "works" means that tests call the method and check its response. "by request" means that the npm client of this version does not have the request, which tests send without it. "not tested" means that no test calls the method of this version: it moves files to public addresses, or needs TLS. "${NONE}" means that this version has no such method. Methods that an SDK only calls itself are left out.

`;

/** Name of a method as TypeScript writes it. */
export const toName = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** @param {Record<string, Record<string, string>>} columns state of each method by SDK */
function toTable(columns) {
  const names = new Set(SDKS.flatMap((sdk) => Object.keys(columns[sdk] ?? {})));
  const rows = [...names]
    .sort()
    .map((name) => [`\`${name}\``, ...SDKS.map((sdk) => WORDS[columns[sdk]?.[name]] ?? NONE)]);
  return [["method", ...SDKS], SDKS.concat("").map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** @param {readonly {id: string, method: string, path: string}[]} operations */
const toOperationRows = (operations) =>
  operations.map(({ id, method, path }) => `| \`${method} ${path}\` | \`${id}\` | served |`).sort();

/**
 * @param {Record<string, Record<string, string>>} columns
 * @param {readonly {id: string, method: string, path: string}[]} operations
 */
export function toDocument(columns, operations) {
  const about =
    "Each operation of the published contract has a route here, and a test compares its path, its fields and its response with the contract (`lib/api.test.ts`). Paths of `/api/v3` are also served below `/api/v3.1`.";
  const table = ["| operation | ID | state |", "| --- | --- | --- |", ...toOperationRows(operations)];
  return `${HEAD}${toTable(columns).join("\n")}\n\n## Published operations\n\n${about}\n\n${table.join("\n")}\n`;
}

/** States of an SDK's methods as the document has them. */
export function readColumn(sdk) {
  const place = SDKS.indexOf(sdk) + 1;
  const states = Object.fromEntries(Object.entries(WORDS).map(([state, word]) => [word, state]));
  const rows = readFileSync(inRoot(DOCUMENT), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length > SDKS.length + 1);
  return Object.fromEntries(
    rows.filter((cells) => cells[place] !== NONE).map((cells) => [cells[0].replaceAll("`", ""), states[cells[place]]]),
  );
}
