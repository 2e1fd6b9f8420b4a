/** A new button that creates something needs a row in the table of the browser story that presses each twice. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { api } from "@/lib/api";
import { creates } from "@/lib/contract/creates";
import { CREATE_BUTTONS, NOT_PRESSED } from "@/e2e/fixtures/create-buttons";
import { inRoot } from "@/scripts/paths.mjs";

const names = Object.entries(api).flatMap(([name, op]) => (creates(op) ? [name] : []));

/** The calls of a component: not its types and schemas. */
const callsIn = (text: string): string[] =>
  text
    .replace(/(?:ResultOf|SentTo)<[^>]*>/g, "")
    .match(new RegExp(`(?:call|mutation)\\(\\s*(?:\\w+Api\\.)?(?:${names.join("|")})\\b`, "g"))
    ?.map((match) => /(\w+)$/.exec(match)?.[1] ?? "") ?? [];

const calls = readdirSync(inRoot("components"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) =>
    callsIn(readFileSync(path.join(inRoot("components"), file), "utf8")).map(
      (name) => `${file.split(path.sep).join("/")} ${name}`,
    ),
  );

it("has a row for each call that creates something, and no other row", () => {
  const rows = [...CREATE_BUTTONS.map(({ call }) => call), ...Object.keys(NOT_PRESSED)];
  expect(calls.length).toBeGreaterThan(30);
  expect([...new Set(calls)].toSorted()).toEqual(rows.toSorted());
});
