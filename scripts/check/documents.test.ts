/** Documents name files, settings and commands that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

const FOLDERS = "app bench cli components docs e2e lib prisma public scripts test toolkits".split(" ");
const read = (file: string): string => readFileSync(inRoot(file), "utf8");

const files = FOLDERS.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
);
/** Every file and folder, with and without its extension. */
const paths = new Set(files.flatMap((file) => [file, file.replace(/(?:\.d)?\.(?:tsx?|mjs)$/, "")]));
const all = [...paths];

const documents = [
  ...["AGENTS.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"],
  ...files.filter((file) => file.startsWith("docs/") && file.endsWith(".md")),
];

/** Expands `a/{b,c}` to `a/b` and `a/c`; `...` in braces matches the rest. */
function expand(text: string): string[] {
  const braces = /^([^{]*)\{([^}]*)\}(.*)$/.exec(text);
  if (!braces) return [text];
  const [, before = "", choices = "", after = ""] = braces;
  return choices
    .split(",")
    .filter((choice) => choice !== "...")
    .flatMap((choice) => expand(before + choice + after));
}

/** A pattern for paths: `*` and `<slug>` match any part of a name, `**` any path. */
const toPattern = (text: string): RegExp =>
  new RegExp(
    `(?:^|/)${text
      .replace(/\/$/, "")
      .replace(/[.()[\]$+]/g, "\\$&")
      .replace(/\*\*|\*|<\w+>/g, (mark) => (mark === "**" ? ".*" : "[^/]*"))}$`,
  );

const isPath = (text: string): boolean =>
  new RegExp(`^(?:${FOLDERS.join("|")})/[\\w./*<>{},()\\[\\]-]+$`).test(text) && !text.startsWith("prisma/generated");

const codeOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

const exists = (text: string): boolean =>
  paths.has(text.replace(/\/$/, "")) || all.some((file) => toPattern(text).test(file));

const outsideFences = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "");

describe.each(documents)("%s", (document) => {
  const text = outsideFences(read(document));

  it("names files and folders that exist", () => {
    const missing = codeOf(text)
      .filter(isPath)
      .flatMap(expand)
      .filter((code) => !exists(code));
    expect(missing).toEqual([]);
  });

  it("names tests that exist", () => {
    const missing = codeOf(text)
      .filter((code) => /^[\w*./-]+\.(?:test|spec)\.ts$/.test(code) && !/^x\./.test(code))
      .filter((code) => !exists(code));
    expect(missing).toEqual([]);
  });

  it("links to files that exist", () => {
    const missing = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, href = ""]) => href)
      .filter((href) => !/^(?:\/|[a-z]+:)/.test(href))
      .filter((href) => !existsSync(path.join(inRoot(path.dirname(document)), href)));
    expect(missing).toEqual([]);
  });
});

/** A row of the walks. A short name is a file of a room that the row, or its first column, names in full. */
const walks = read("AGENTS.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("→"));

it.each(walks)("each name of the walk is a file: %s", (line) => {
  const codes = codeOf(line).flatMap(expand);
  const rooms = new Set(codes.filter(isPath).map((code) => code.split("/").slice(0, 2).join("/")));
  const missing = codes.filter(
    (code) =>
      /^[\w-]+(?:\/[\w.[\]-]+)*\/?$/.test(code) &&
      !isPath(code) &&
      !all.some((file) => [...rooms].some((room) => file.startsWith(`${room}/`)) && toPattern(code).test(file)),
  );
  expect(missing).toEqual([]);
});

it("docs/operate/settings.md has every setting of .env.example, and no other", () => {
  const namesIn = (text: string): string[] =>
    [
      ...new Set(
        [...text.matchAll(/\b(?:PATCHBAY_[A-Z0-9_]*[A-Z0-9]|OTEL_[A-Z_]*[A-Z]|DATABASE_URL|PORT|HOST)\b/g)].map(String),
      ),
    ].sort();
  const rows = read("docs/operate/settings.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ")[0] ?? "");
  const settings = read(".env.example")
    .split("\n")
    .flatMap((line) => /^#? ?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
  expect(namesIn(rows.join("\n"))).toEqual([...new Set(settings)].sort());
});

it("docs/reference/commands.md has every command of package.json, and no other", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = read("docs/reference/commands.md").matchAll(/^\| `npm (?:run )?(?:-s )?([\w:]+)/gm);
  const current = Object.keys(scripts).filter((name) => !name.startsWith("catalogue"));
  expect([...new Set([...commands].map(([, name]) => name))].sort()).toEqual(current.sort());
});
