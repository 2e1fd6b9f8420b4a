/**
 * GitHub: several files in one commit, by the Git database (https://docs.github.com/rest/git). Blobs, tree and commit
 * are invisible until the branch is moved, so a call that fails leaves the branch as it was.
 */
import { createHash } from "node:crypto";
import { attempt, type Attempt, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { readEntries, type TreeEntry } from "./read-entries";
import { repositoryPath, type Repository } from "./repository-path";

type Upsert = { path?: string; content?: string; encoding?: string; executable?: boolean; sha?: string };
type Person = { name?: string; email?: string; date?: string };
type CommitArguments = Repository & {
  branch?: string;
  message?: string;
  upserts?: Upsert[];
  deletes?: string[];
  base_branch?: string;
  author?: Person;
  committer?: Person;
  max_retries?: number;
};

const MAX_FILES = 200;
const DEFAULT_RETRIES = 3;
/** Longer contents are sent each on its own; shorter contents are part of the request that creates the tree. */
const MAX_INLINE_BYTES = 100_000;

type WrittenFile = { path: string; bytes: Buffer; isText: boolean; sha: string; upsert: Upsert };
type Change = { path: string; action: "created" | "updated" | "unchanged" | "deleted" | "absent" };
type NewEntry = { path: string; mode: string; type: "blob"; content?: string; sha?: string | null };
type Head = { sha: string; isNew: boolean };

const blobSha = (bytes: Buffer): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function toWrittenFile(upsert: Upsert, { fail }: HandlerTools): WrittenFile {
  const path = (upsert.path ?? "").replace(/^\/+/, "");
  if (path === "") return fail("A file in upserts has no path.");
  const content = upsert.content ?? "";
  const isText = upsert.encoding !== "base64";
  if (!isText && !/^[A-Za-z0-9+/]*={0,2}$/.test(content.replace(/\s+/g, "")))
    return fail(`The content of ${path} is no Base64.`);
  const bytes = Buffer.from(content, isText ? "utf8" : "base64");
  return { path, bytes, isText, sha: blobSha(bytes), upsert };
}

/** The files to write and the paths to delete, each path at most once. */
function toChanges(args: CommitArguments, tools: HandlerTools): { files: WrittenFile[]; deletes: string[] } {
  const files = (args.upserts ?? []).map((upsert) => toWrittenFile(upsert, tools));
  const deletes = (args.deletes ?? []).map((path) => path.replace(/^\/+/, ""));
  const paths = [...files.map(({ path }) => path), ...deletes];
  if (paths.length === 0) return tools.fail("There is nothing to commit. Give upserts or deletes.");
  if (paths.length > MAX_FILES)
    return tools.fail(`There are ${paths.length} files, and one commit takes ${MAX_FILES} at most. Commit in parts.`);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) return tools.fail(`${twice} is named twice. Write or delete it, once.`);
  return { files, deletes };
}

const refPath = (root: string, branch: string): string => `${root}/git/ref/${encodeURIComponent(`heads/${branch}`)}`;

const readHead = async (root: string, branch: string, { call }: HandlerTools): Promise<string> =>
  ((await call({ method: "GET", path: refPath(root, branch) })).data as { object: { sha: string } }).object.sha;

/** The newest commit of the branch, or of the branch that it begins from. */
async function findHead(root: string, args: CommitArguments, tools: HandlerTools): Promise<Head> {
  const branch = args.branch ?? "";
  const head = await attempt(() => readHead(root, branch, tools));
  if (head.problem === undefined) return { sha: head.value, isNew: false };
  if (head.status === 409)
    return tools.fail(
      "The repository has no commit yet. Make its first file with GITHUB_CREATE_OR_UPDATE_FILE_CONTENTS, then commit here.",
    );
  if (head.status !== 404) return tools.fail(head.problem);
  if (!args.base_branch)
    return tools.fail(`The repository, or its branch ${branch}, was not found. To make the branch, give base_branch.`);
  return { sha: await readHead(root, args.base_branch, tools), isNew: true };
}

/** A file must still be what the caller has read; without `sha` it is replaced whatever it is. */
function assertExpected(files: readonly WrittenFile[], entries: ReadonlyMap<string, TreeEntry>, tools: HandlerTools) {
  for (const { path, upsert } of files) {
    const current = entries.get(path);
    if (upsert.sha && upsert.sha !== current?.sha)
      tools.fail(`${path} has changed since you read it: its sha is ${current?.sha ?? "none, as it is gone"}.`);
    if (current?.type === "tree") tools.fail(`${path} is a folder of the branch.`);
  }
}

function toActions(files: readonly WrittenFile[], deletes: readonly string[], entries: ReadonlyMap<string, TreeEntry>) {
  const isSame = ({ path, sha, upsert }: WrittenFile): boolean => {
    const current = entries.get(path);
    const isExecutable = current?.mode === "100755";
    return current?.sha === sha && (upsert.executable ?? isExecutable) === isExecutable;
  };
  const writes = files.map((file): Change => {
    const action = isSame(file) ? "unchanged" : entries.has(file.path) ? "updated" : "created";
    return { path: file.path, action };
  });
  return [...writes, ...deletes.map((path): Change => ({ path, action: entries.has(path) ? "deleted" : "absent" }))];
}

/** The tree's entry of a file. Its mode stays, so that scripts remain executable. */
async function toEntry(root: string, file: WrittenFile, current: TreeEntry | undefined, { call }: HandlerTools) {
  const isExecutable = file.upsert.executable ?? current?.mode === "100755";
  const entry = { path: file.path, mode: isExecutable ? "100755" : "100644", type: "blob" as const };
  if (file.isText && file.bytes.length <= MAX_INLINE_BYTES) return { ...entry, content: file.bytes.toString("utf8") };
  const body = { content: file.bytes.toString("base64"), encoding: "base64" };
  const { sha } = (await call({ method: "POST", path: `${root}/git/blobs`, body })).data as { sha: string };
  return { ...entry, sha };
}

type Commit = { sha: string; html_url?: string; tree: { sha: string } };

async function createCommit(
  root: string,
  head: Commit,
  entries: readonly NewEntry[],
  args: CommitArguments,
  { call }: HandlerTools,
): Promise<Commit> {
  const tree = (
    await call({
      method: "POST",
      path: `${root}/git/trees`,
      body: { base_tree: head.tree.sha, tree: entries },
    })
  ).data as { sha: string };
  const { message, author, committer } = args;
  const body = {
    message,
    tree: tree.sha,
    parents: [head.sha],
    ...(author && { author }),
    ...(committer && { committer }),
  };
  return (await call({ method: "POST", path: `${root}/git/commits`, body })).data as Commit;
}

/** Moves the branch to the commit, or makes it there. */
const moveBranch = (root: string, branch: string, isNew: boolean, sha: string, { call }: HandlerTools) =>
  isNew
    ? call({ method: "POST", path: `${root}/git/refs`, body: { ref: `refs/heads/${branch}`, sha } })
    : call({
        method: "PATCH",
        path: `${root}/git/refs/${encodeURIComponent(`heads/${branch}`)}`,
        body: { sha, force: false },
      });

type Move = "moved" | "overtaken" | { problem: string };

/** What became of the branch. After a lost answer the branch itself shows whether it was moved. */
async function judgeMove(
  root: string,
  branch: string,
  sha: string,
  move: Attempt<unknown>,
  tools: HandlerTools,
): Promise<Move> {
  if (move.problem === undefined) return "moved";
  const { problem, status, isUnknown } = move;
  if (status === 409 || (status === 422 && /fast[- ]?forward|already exists/i.test(problem))) return "overtaken";
  if (!isUnknown)
    return { problem: `Nothing of ${branch} has changed. GitHub did not move it to the new commit: ${problem}` };
  const head = await attempt(() => readHead(root, branch, tools));
  if (head.problem === undefined && head.value === sha) return "moved";
  return { problem: `Look at ${branch} before you commit again: it may have been moved to ${sha}. ${problem}` };
}

/** Writes and deletes files of a branch in one commit, again on top of the newest one when somebody else was faster. */
export const commitFiles: ToolHandler = async (args: CommitArguments, tools) => {
  const root = repositoryPath(args);
  const branch = args.branch ?? "";
  const { files, deletes } = toChanges(args, tools);
  const blobs = new Map<string, NewEntry>();
  for (let tries = 0; ; tries += 1) {
    const head = await findHead(root, args, tools);
    const parent = (await tools.call({ method: "GET", path: `${root}/git/commits/${head.sha}` })).data as Commit;
    const entries = await readEntries(root, parent.tree.sha, [...files.map(({ path }) => path), ...deletes], tools);
    assertExpected(files, entries, tools);
    const changes = toActions(files, deletes, entries);
    const facts = { branch, branch_created: head.isNew, parent_sha: head.sha, files: changes };
    const isDone = changes.every(({ action }) => action === "unchanged" || action === "absent");
    if (isDone && !head.isNew)
      return { ...facts, changed: false, commit_sha: head.sha, html_url: parent.html_url, tree_sha: parent.tree.sha };
    const tree: NewEntry[] = [];
    for (const { path, action } of changes) {
      const file = files.find((candidate) => candidate.path === path);
      if (action === "deleted") tree.push({ path, mode: "100644", type: "blob", sha: null });
      if (!file || action === "unchanged") continue;
      const entry = blobs.get(path) ?? (await toEntry(root, file, entries.get(path), tools));
      blobs.set(path, entry);
      tree.push(entry);
    }
    const commit = isDone ? parent : await createCommit(root, parent, tree, args, tools);
    const move = await attempt(() => moveBranch(root, branch, head.isNew, commit.sha, tools));
    const outcome = await judgeMove(root, branch, commit.sha, move, tools);
    if (outcome === "moved")
      return {
        ...facts,
        changed: !isDone,
        commit_sha: commit.sha,
        html_url: commit.html_url,
        tree_sha: commit.tree.sha,
      };
    if (outcome !== "overtaken") return tools.fail(outcome.problem);
    if (tries >= (args.max_retries ?? DEFAULT_RETRIES))
      return tools.fail(`Nothing of ${branch} has changed: others committed in between, again and again.`);
  }
};
