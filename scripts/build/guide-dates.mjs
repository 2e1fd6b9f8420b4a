// Writes dist/guide-dates.json: when each guide was last changed, from the history of the repository. The server shows
// a date only while the guide has the same text.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { inRoot, root } from "../paths.mjs";

const TARGET = "dist/guide-dates.json";

const git = (folder, ...words) =>
  execFileSync("git", words, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
  });

/** The hash of each guide by its path below docs/, as Git names contents. */
const listHashes = (folder) =>
  git(folder, "ls-tree", "-r", "HEAD", "--", "docs")
    .split("\n")
    .flatMap((line) => {
      const [, hash, file] = /^\d+ blob (\w+)\tdocs\/(.+\.md)$/.exec(line) ?? [];
      return hash && file ? [[file, hash]] : [];
    });

/** The latest commit of each guide: a date, and whether the commit has a parent. The newest commit comes first. */
function findLatest(folder) {
  const latest = new Map();
  for (const commit of git(folder, "log", "--no-renames", "--format=\u0001%at %P", "--name-only", "--", "docs").split(
    "\u0001",
  )) {
    const [head, ...files] = commit.split("\n");
    const [seconds, ...parents] = head.split(" ");
    for (const file of files)
      if (file.startsWith("docs/") && !latest.has(file.slice(5)))
        latest.set(file.slice(5), {
          day: new Date(Number(seconds) * 1000).toISOString().slice(0, 10),
          hasParent: parents.some(Boolean),
        });
  }
  return latest;
}

/**
 * The day of the last change of each guide, with the hash of its content. Without a repository of this folder, nothing
 * is known. In a copy with a part of the history, neither is what its first commit seems to have changed.
 * @param {string} folder
 * @returns {Record<string, { day: string, hash: string }> | undefined}
 */
export function findGuideDates(folder) {
  try {
    if (realpathSync(git(folder, "rev-parse", "--show-toplevel").trim()) !== realpathSync(folder)) return undefined;
    const isPart = git(folder, "rev-parse", "--is-shallow-repository").trim() === "true";
    const latest = findLatest(folder);
    const rows = listHashes(folder).flatMap(([file, hash]) => {
      const commit = latest.get(file);
      return commit && (commit.hasParent || !isPart) ? [[file, { day: commit.day, hash }]] : [];
    });
    return Object.fromEntries(rows);
  } catch {
    return undefined;
  }
}

/** Without a repository, the dates that came with the files stay. */
export function writeGuideDates() {
  const file = inRoot(TARGET);
  const dates = findGuideDates(root);
  if (!dates && existsSync(file)) return;
  const text = `${JSON.stringify(dates ?? {}, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(inRoot("dist"), { recursive: true });
  writeFileSync(file, text);
}
