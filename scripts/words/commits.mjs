// Checks the commits that follow this rule: a subject has at most 72 characters, and no sum of the bounds of words
// is higher than it once was.
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

/**
 * Sentences about sums of bounds that were lower once. The latest bounds count, not those of each commit: a commit that
 * raised a sum is in the history for good, and a later one can lower it again.
 */
async function raisedBounds(folder, file) {
  const hashes = (await git(folder, "log", "--diff-filter=AM", "--format=%H", "--", file)).split("\n").filter(Boolean);
  const texts = await Promise.all(hashes.map((hash) => git(folder, "show", `${hash}:${file}`)));
  const [latest, ...earlier] = texts.map(parseBounds);
  return earlier.length > 0 ? higherSums(latest, ...earlier) : [];
}

/** Sentences about commits that break the rule; none outside of a repository. */
export async function findCommitProblems(folder = root, file = BOUNDS_FILE) {
  const long = (await commitsAfterRule(folder, file))
    .filter(([, subject]) => [...subject].length > LONGEST_SUBJECT)
    .map(([hash, subject]) => `${hash.slice(0, 8)}: the subject has over ${LONGEST_SUBJECT} characters: ${subject}`);
  return [...long, ...(await raisedBounds(folder, file))];
}
