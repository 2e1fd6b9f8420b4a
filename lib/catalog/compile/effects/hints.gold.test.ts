/**
 * The hints of 400 tools of the catalog against two people who labelled them without knowing of each other.
 * `hints.gold.tsv` holds facts of each tool (words of name and description only where the answer needs them), what its
 * toolkit's file states, and both labels: the effect, and whether the call may be repeated (`?`: not sure).
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { EFFECTS, type Effect } from "./effects";
import { giveHints } from "./give-hints";

const TABLE = new URL("./hints.gold.tsv", import.meta.url);
const HINTS: Record<string, Effect> = {
  readOnlyHint: "read",
  createHint: "create",
  updateHint: "update",
  destructiveHint: "destroy",
};
/** Where the labels differ, neither counts as right. */
const DISAGREED = [
  "BEEZUP_LOST_PASSWORD",
  "ELEVENLABS_TEXT_TO_SPEECH",
  "GOOGLE_DLP_DLP_JOBS_FINISH",
  "GOOGLE_DRIVE_LABELS_LABELS_DELTA",
  "HUBSPOT_RERUN_PREVIOUS_AB_TEST_3",
];

type Row = { slug: string; hints: readonly string[]; effects: readonly [string, string]; repeatable: string };

const isEffect = (text: string): text is Effect => (EFFECTS as readonly string[]).includes(text);
const word = (text: string): string => (text === "-" ? "" : text);

function rowOf(line: string): Row {
  const [toolkit = "", slug = "", method = "", path = "", name = "", opening = "", tags = "", ...labels] =
    line.split("\t");
  const tool = {
    slug,
    name: word(name),
    description: word(opening),
    tags: [],
    aliases: [],
    inputSchema: { type: "object", properties: {} },
    run: method === "-" ? { handler: "run" } : { request: { method, path, baseUrl: "", parameters: [] } },
  } as unknown as CompiledTool;
  giveHints([tool], toolkit, isEffect(tags) ? { [slug]: tags } : {}, slug);
  const [effectA = "", repeatableA = "", effectB = "", repeatableB = ""] = labels;
  const repeatable = repeatableA === repeatableB ? repeatableA : "?";
  return { slug, hints: tool.tags, effects: [effectA, effectB], repeatable };
}

const rows = readFileSync(TABLE, "utf8").trim().split("\n").slice(1).map(rowOf);
const effectsOf = ({ hints }: Row): Effect[] => hints.flatMap((hint) => HINTS[hint] ?? []);
/** A tool of unknown effect must be handled as destructive. */
const isRight = (row: Row, label: string): boolean => effectsOf(row).join() === (label === "other" ? "destroy" : label);
const agreed = rows.filter(({ effects: [a, b] }) => a === b);

describe("400 labeled tools", () => {
  it("have one effect each", () => expect(rows.map((row) => effectsOf(row).length)).toEqual(Array(400).fill(1)));

  it("have the right effect in at least 99 of 100 cases where both labels agree", () => {
    const wrong = agreed.filter((row) => !isRight(row, row.effects[0]));
    expect(wrong.length / agreed.length, wrong.map(({ slug }) => slug).join()).toBeLessThanOrEqual(0.01);
  });

  it("are never read-only if a label calls them destructive", () =>
    expect(
      rows
        .filter((row) => row.effects.includes("destroy") && row.hints.includes("readOnlyHint"))
        .map(({ slug }) => slug),
    ).toEqual([]));

  it("have different labels in only these cases", () => {
    const differing = rows.filter(({ effects: [a, b] }) => a !== b);
    expect(differing.map(({ slug }) => slug).sort()).toEqual(DISAGREED);
  });

  it("have the right repeatability in at least 97 of 100 cases where both labels agree", () => {
    const sure = rows.filter(({ repeatable }) => repeatable !== "?");
    const wrong = sure.filter((row) => (row.repeatable === "y") !== row.hints.includes("idempotentHint"));
    expect(wrong.length / sure.length, wrong.map(({ slug }) => slug).join()).toBeLessThanOrEqual(0.03);
  });
});
