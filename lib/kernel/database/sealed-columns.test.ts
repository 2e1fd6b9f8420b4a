/** The list of columns with sealed values is the schema's. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { SEALED_COLUMNS } from "./sealed-columns";

/** The columns whose comment in the schema contains "sealed". */
function markedColumns(): string[] {
  const schema = readFileSync(inRoot("prisma/schema.prisma"), "utf8");
  return [...schema.matchAll(/^model \w+ \{([^]*?)^\}/gm)].flatMap(([, body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
    return [...body.matchAll(/\/\/\/ [^\n]*\bsealed\b[^\n]*\n\s+(\w+)([^\n]*)/g)].map(
      ([, field = "", rest = ""]) => `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`,
    );
  });
}

it("holds every column that the schema calls sealed, and no other", () => {
  const marked = markedColumns().filter((name) => name !== "secret_check.key_ids");
  expect(marked.length).toBeGreaterThan(20);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(marked.sort());
});
