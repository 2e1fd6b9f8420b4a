/** The guide of errors names each name of an error that the server can answer with, and no other. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { NOT_FRESH } from "@/lib/contract/confirm-again";
import { inRoot } from "../paths.mjs";

/** The names in lines such as `slug: "PolicyDenied"`; those of the API before version 3 are its own. */
function namesOfErrors(): string[] {
  const files = readdirSync(inRoot("lib"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("legacy/"),
  );
  const lines = files.flatMap((file) => readFileSync(inRoot("lib", file), "utf8").split("\n"));
  return lines
    .filter((line) => /^\s*slug: /.test(line))
    .flatMap((line) => [...line.matchAll(/"([A-Z][A-Za-z]+(?:_[A-Z][A-Za-z]+)?)"/g)].map(([, name = ""]) => name));
}

it("lists the names of errors as they are in the code", () => {
  const [, table = ""] = readFileSync(inRoot("docs/reference/errors.md"), "utf8").split("## Errors with a name");
  const names = [...table.matchAll(/^\| `([A-Z]\w+)`/gm)].map(([, name = ""]) => name);
  expect([...names].sort()).toEqual([...new Set([...namesOfErrors(), NOT_FRESH])].sort());
});
