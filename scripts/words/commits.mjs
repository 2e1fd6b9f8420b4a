// Checks the commits that follow this rule: a subject has at most 72 characters, and no bound of words rises.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../paths.mjs";
import { BOUNDS_FILE, higherSums, parseBounds } from "./bounds.mjs";

export const LONGEST_SUBJECT = 72;

const run = promisify(execFile);

/** A command of git in `folder`; empty without git, a repository or the file that it is about. */
const git = (folder, ...words) =>
  run("git", words, { cwd: folder, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );

/** `[hash, subject]` of each commit after the bounds were added; empty if the history does not show when. */
async function commitsAfterRule(folder, file) {
  const added = (await git(folder, "log", "--diff-filter=A", "--format=%H", "--", file)).split("\n").at(-1);
  if (!added) return [];
  const log = await git(folder, "log", "--no-merges", "--format=%H %s", `${added}..HEAD`);
  return log === ""
    ? []
    : log.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
}

async function raisedBounds(folder, file, hash) {
  const [before, after] = await Promise.all(
    [`${hash}^`, hash].map((commit) => git(folder, "show", `${commit}:${file}`)),
  );
  return before === "" || after === "" ? [] : higherSums(parseBounds(after), parseBounds(before));
}

/** Sentences about commits that break the rule; none outside of a repository. */
export async function findCommitProblems(folder = root, file = BOUNDS_FILE) {
  const commits = await commitsAfterRule(folder, file);
  const long = commits
    .filter(([, subject]) => [...subject].length > LONGEST_SUBJECT)
    .map(([hash, subject]) => `${hash.slice(0, 8)}: the subject has over ${LONGEST_SUBJECT} characters: ${subject}`);
  const changed = (await git(folder, "log", "-20", "--format=%H", "--", file)).split("\n");
  const recent = commits.filter(([hash]) => changed.includes(hash));
  const raised = await Promise.all(
    recent.map(async ([hash]) =>
      (await raisedBounds(folder, file, hash)).map((text) => `${hash.slice(0, 8)}: ${text}`),
    ),
  );
  return [...long, ...raised.flat()];
}
