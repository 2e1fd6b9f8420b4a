/** Marks of comments and names, bounds, and the check of commits. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatBounds, lowerBounds, moveBounds, overBounds, parseBounds } from "./bounds.mjs";
import { findCommitProblems } from "./commits.mjs";
import { countFile, listPlaces } from "./count-file.mjs";
import { findOldWords } from "./page-texts.mjs";

const dialect = (text: string): number => countFile("lib/x/y.ts", text).dialect;

describe("comments", () => {
  it.each([
    "/** What answers a helper. */",
    "// A tool may run for a minute.",
    "/**\n * The header\n * says when.\n */",
    "// The title\n// stands beside it.",
    "const a = 1; // null for none",
    "const a = <p>{/* Made anew. */}</p>;",
  ])("are marked: %s", (text) => {
    expect(countFile("lib/x/y.tsx", text).dialect).toBe(1);
  });

  it.each([
    "/** What a toolkit offers to members. */",
    "// Roles that a member may give.",
    "// Tells the old one and the new one apart.",
    "// The variable `told` is a row.",
    'const a = "// The header says when.";',
    "const a = `${1} // says`;",
    "const a = /\\/\\* says/;",
  ])("are not marked: %s", (text) => {
    expect(dialect(text)).toBe(0);
  });
});

describe("texts of pages", () => {
  it.each([
    'const a = "Enter the address of the server.";',
    "const a = <p>The account was not created.</p>;",
    'const a = "Nobody has it.", b = "Somebody disabled it.";',
    'const a = <Alert title="The receivers are paused" />;',
    'const a = "Couldn\'t save it.";',
    'const a = `${count} ${count === 1 ? "tool" : "tools"}`;',
  ])("are marked: %s", (text) => {
    expect(findOldWords("components/x/y.tsx", text)).toHaveLength(1);
  });

  it.each([
    'const a = "Enter your email address.";',
    'import { address } from "./a receiver";',
    "// The receiver was not created.",
    "const address = receiver;",
    'const a = "Call many tools at once.";',
  ])("are not marked: %s", (text) => {
    expect(findOldWords("components/x/y.tsx", text)).toEqual([]);
  });
});

it("counts participles among declared names, and no wire names", () => {
  const text =
    "const found = 1; function f({ a: told }: { at: number; is_own: 1 }, given_rows: Row) {} type Given = 1;";
  expect(countFile("lib/x/y.ts", text)).toMatchObject({ names: 5, participles: 3, standIns: 1 });
  expect(listPlaces("lib/x/y.ts", text)).toContainEqual({
    kind: "participles",
    line: 1,
    what: 'name "found": use the noun',
  });
});

it.each([
  ["lib/x/find-row.ts", "export const findRow = 1;", "same"],
  ["lib/x/row.ts", "export function findRow() {}", "shares"],
  ["lib/x/found.ts", "export type Row = 1;", "differs"],
  ["lib/x/row.contract.ts", "export const found = 1;", "none"],
  ["lib/x/inside/wire.ts", "export const found = 1;", "none"],
  ["lib/x/found-wire.ts", "export type Row = 1;", "differs"],
  ["components/x/found.ts", "export type Row = 1;", "none"],
])("compares the name of %s with its exports", (file, text, exportName) => {
  expect(countFile(file, text).exportName).toBe(exportName);
});

describe("bounds", () => {
  const bounds = parseBounds("# head\nlib/a dialect=4 participles=2\nlib/b dialect=1\n");

  it("refuse a count that is higher, also in a room without a line", () => {
    expect(
      overBounds(
        new Map([
          ["lib/a", { dialect: 5 }],
          ["lib/c", { standIns: 1 }],
        ]),
        bounds,
      ),
    ).toEqual(["lib/a: dialect 5, at most 4", "lib/c: standIns 1, at most 0"]);
  });

  it("become lower, never higher", () => {
    const lower = lowerBounds(new Map([["lib/a", { dialect: 1, participles: 9 }]]), bounds);
    expect(formatBounds(lower)).toMatch(/^#.*\nlib\/a dialect=1 participles=2\n$/);
  });

  it("are the lower ones of two lines after a merge", () => {
    expect(parseBounds("lib/a dialect=4 participles=1\nlib/a dialect=3 participles=2").get("lib/a")).toMatchObject({
      dialect: 3,
      participles: 1,
    });
  });

  it("move with files, if no sum is higher", () => {
    expect(moveBounds(new Map([["lib/c", { dialect: 5 }]]), bounds).get("lib/c")).toEqual({ dialect: 5 });
    expect(() => moveBounds(new Map([["lib/c", { dialect: 6 }]]), bounds)).toThrow(
      "dialect in all rooms: 6, at most 5",
    );
  });
});

describe("commits", () => {
  const FILE = "bounds.txt";

  function makeRepository() {
    const folder = mkdtempSync(path.join(tmpdir(), "patchbay-commits-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: folder, stdio: "pipe" });
    const commit = (subject: string, bounds: string) => {
      writeFileSync(path.join(folder, FILE), bounds);
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", subject);
    };
    return { folder, git, commit };
  }

  it("have a short subject after the rule, and raise no bound", async () => {
    const { folder, git, commit } = makeRepository();
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "a".repeat(73));
    commit("Add the rule", "lib/a dialect=2\n");
    commit("b".repeat(72), "lib/a dialect=1\n");
    expect(await findCommitProblems(folder, FILE)).toEqual([]);
    commit("c".repeat(73), "lib/a dialect=3\n");
    expect(await findCommitProblems(folder, FILE)).toEqual([
      expect.stringMatching(/the subject has over 72 characters: c{73}$/),
      "dialect in all rooms: 3, at most 1",
    ]);
  });

  it("are fine again once what one raised is lower, and not before, whatever lies between", async () => {
    const { folder, git, commit } = makeRepository();
    git("init", "-q");
    commit("Add the rule", "lib/a dialect=2 unnamed=1\n");
    commit("Raise a count in a new room", "lib/a dialect=2 unnamed=1\nlib/b unnamed=1\n");
    for (let count = 1; count <= 21; count++) commit(`Add room ${count}`, `lib/a unnamed=2\nlib/${count}\n`);
    expect(await findCommitProblems(folder, FILE)).toEqual(["unnamed in all rooms: 2, at most 1"]);
    commit("Name a file for its export", "lib/a\nlib/b unnamed=1\n");
    expect(await findCommitProblems(folder, FILE)).toEqual([]);
  });

  it("are not looked for outside of a repository", async () => {
    const { folder } = makeRepository();
    mkdirSync(path.join(folder, "inside"));
    expect(await findCommitProblems(path.join(folder, "inside"), FILE)).toEqual([]);
  });
});
