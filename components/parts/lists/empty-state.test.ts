/** Rules for every empty list: it names its guide, and its action is outlined, as the header has a filled button. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

const files = readdirSync(inRoot("components"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);
const states = files.flatMap((file) => {
  const text = readFileSync(path.join(inRoot("components"), file), "utf8");
  return (text.match(/<EmptyState\b[\s\S]*?<\/EmptyState>/g) ?? []).map((state) => ({ file, state }));
});
const titleOf = (state: string): string => /title="([^"]*)"/.exec(state)?.[1] ?? "";
const guideOf = (state: string): string | undefined => /guide="([^"]*)"/.exec(state)?.[1];
const name = ({ file, state }: (typeof states)[number]): string => `${file}: ${titleOf(state)}`;

it("names a guide in the empty state of each list of things that do not exist yet", () => {
  const without = states.filter(({ state }) => / yet$|^This project has no /.test(titleOf(state)) && !guideOf(state));
  // The form next to it explains the result of a run.
  expect(without.map(name)).toEqual(["execution/result-panel.tsx: No result yet"]);
});

it("names only guides that exist", () => {
  const guides = states.flatMap(({ state }) => guideOf(state) ?? []);
  expect(guides.length).toBeGreaterThan(20);
  expect(guides.filter((guide) => !existsSync(inRoot("docs", `${guide}.md`)))).toEqual([]);
});

it("outlines the action of an empty state", () => {
  const primaryButtons = states.filter(({ state }) => /<Button\b(?![^>]*variant="(?:outline|ghost)")/.test(state));
  expect(primaryButtons.map(name)).toEqual([]);
  const components = states.filter(({ state }) => /action=\{<(?!Button)\w+(?![^>]*variant="outline")/.test(state));
  expect(components.map(name)).toEqual([]);
});
