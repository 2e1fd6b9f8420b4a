/** Runs blocks of the guides as a reader does: in a folder of the guide, with the reader's key and server. */
import { type SpawnOptions, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { quickstartNodeFolder, quickstartPython } from "../../scripts/check/test-packages.mjs";
import { inRoot } from "../../scripts/paths.mjs";
import type { GuideBlock } from "../../test/guides/guide-blocks";

/** What the guides leave out, as `ak_...`, by the text that stands for it. */
export type Blanks = readonly (readonly [text: string, value: string])[];
export type Reader = {
  /** Where the server is. */
  url: string;
  environment: Readonly<Record<string, string>>;
  /** Other values for the reader of one guide. */
  ofGuide: Readonly<Record<string, Readonly<Record<string, string>>>>;
  blanks: Blanks;
  /** A folder below the packages of this repository, with a folder for each guide. */
  folder: string;
};
export type Outcome = { code: number | null; output: string };

const SERVERS = ["http://localhost:3000", "https://patchbay.example.com"];

/** A block with the reader's own server and values in it. */
export function fillIn(code: string, { url, blanks }: Pick<Reader, "url" | "blanks">): string {
  let text = code;
  for (const server of SERVERS) text = text.replaceAll(server, url);
  for (const [blank, value] of blanks) text = text.replaceAll(blank, value);
  return text;
}

/** The folder in which a reader of the guide works. */
export function folderOf(file: string, { folder }: Pick<Reader, "folder">): string {
  const place = path.join(folder, file.replace(/\.md$/, "").replaceAll("/", "-"));
  mkdirSync(place, { recursive: true });
  // As `npm install` in an empty folder leaves it: no word on the kind of modules.
  writeFileSync(path.join(place, "package.json"), "{}");
  return place;
}

/** Runs a program to its end. */
export function runToEnd(command: string, args: readonly string[], options: SpawnOptions): Promise<Outcome> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/**
 * The programs of a reader. curl fails for the status of an error, too, and names the project for a user key, because
 * the owner of the run has several. npm and pip look for the packages where the tests have installed what the guides
 * name. The command line ends with 3 for a failure at a provider, which a machine without a network can't reach.
 */
const SHELL = `
curl() {
  local more=() fail=--fail-with-body
  case "$*" in *-fsS*) fail=--silent;; esac
  case "$*" in *x-user-api-key*) more=(-H "x-org-id: $ORGANIZATION" -H "x-project-id: $PROJECT");; esac
  command curl --silent --show-error "$fail" "\${more[@]}" "$@"
}
npm() {
  [ "$1" = install ] || { command npm "$@"; return; }
  for name in "\${@:2}"; do [[ "$name" == -* || -d "$QUICKSTART_NODE/node_modules/$name" ]] || return 1; done
}
pip() { for name in "\${@:2}"; do "$QUICKSTART_PYTHON" -m pip show --quiet "$name"; done; }
patchbay() { node "$PATCHBAY_ROOT/bin/patchbay" "$@" || [ $? -eq 3 ]; }
set -euo pipefail
`;

export function runCommands(block: GuideBlock, reader: Reader): Promise<Outcome> {
  return runToEnd("bash", ["-c", SHELL + fillIn(block.code, reader)], {
    cwd: folderOf(block.file, reader),
    env: {
      ...process.env,
      ...reader.environment,
      ...reader.ofGuide[block.file],
      PATCHBAY_ROOT: inRoot(),
      QUICKSTART_NODE: quickstartNodeFolder(),
      QUICKSTART_PYTHON: quickstartPython(),
    },
  });
}

/** Writes the block as a program into the folder of its guide. @returns its path */
export function writeProgram(block: GuideBlock, reader: Reader, extension: string): string {
  const file = path.join(folderOf(block.file, reader), `line-${block.line}.${extension}`);
  writeFileSync(file, fillIn(block.code, reader));
  return file;
}

/** Runs programs one after the other in one process, because loading the SDK takes longer than most of them. */
const ONE_AFTER_THE_OTHER = `
globalThis.token = process.env.BROWSER_TOKEN;
let failures = 0;
for (const file of process.argv.slice(2))
  await import(file).then(
    () => console.log("ok", file),
    (error) => (failures++, console.log("failed", file, error)),
  );
process.exit(failures);
`;

export async function runScripts(blocks: readonly GuideBlock[], reader: Reader): Promise<Outcome> {
  const driver = path.join(reader.folder, "one-after-the-other.mjs");
  writeFileSync(driver, ONE_AFTER_THE_OTHER);
  const files = blocks.map((block) => writeProgram(block, reader, "mts"));
  return runToEnd(inRoot("node_modules/.bin/tsx"), [driver, ...files], {
    cwd: reader.folder,
    env: { ...process.env, ...reader.environment },
  });
}
