/** GitHub's composite tools against an emulated GitHub, whose Git database and pull requests are real. */
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { runnerOn } from "@/test/handlers/on-loopback";
import { handlers } from "./handlers";

let github: Emulator;
const headers = { authorization: "Bearer test_token_admin" };
const run = runnerOn(handlers, () => ({ baseUrl: github.url, headers }));
const ENGINE = { owner: "admin", repo: "engine" };

const ask = async (path: string): Promise<unknown> => (await fetch(`${github.url}${path}`, { headers })).json();

const textOf = async (path: string, ref: string) => (await run("readFile", { ...ENGINE, path, ref })).text;

const commit = (args: Record<string, unknown>) =>
  run("commitFiles", { ...ENGINE, branch: "main", message: "Work", ...args });

beforeAll(async () => {
  github = await createEmulator({
    service: "github",
    port: 4797,
    seed: {
      github: {
        users: [{ login: "admin" }, { login: "bob" }],
        repos: [{ owner: "admin", name: "engine", auto_init: true }],
      },
    },
  });
});
afterAll(() => github.close());

describe("several files in one commit", () => {
  beforeEach(async () => {
    await commit({
      upserts: [
        { path: "src/a.txt", content: "one" },
        { path: "run.sh", content: "#!/bin/sh", executable: true },
      ],
    });
  });

  it("writes and deletes files of a new branch, with one commit on the base", async () => {
    const before = (await ask("/repos/admin/engine/git/ref/heads/main")) as { object: { sha: string } };
    const answer = await commit({
      branch: "fix/two-files",
      base_branch: "main",
      upserts: [
        { path: "src/a.txt", content: "two" },
        { path: "/src/deep/b.bin", content: Buffer.from([0, 1, 2]).toString("base64"), encoding: "base64" },
      ],
      deletes: ["run.sh", "gone.txt"],
      author: { name: "Ada", email: "ada@example.com" },
    });
    expect(answer).toMatchObject({
      branch_created: true,
      changed: true,
      parent_sha: before.object.sha,
      files: [
        { path: "src/a.txt", action: "updated" },
        { path: "src/deep/b.bin", action: "created" },
        { path: "run.sh", action: "deleted" },
        { path: "gone.txt", action: "absent" },
      ],
    });
    const newCommit = (await ask(`/repos/admin/engine/git/commits/${String(answer.commit_sha)}`)) as object;
    expect(newCommit).toMatchObject({
      message: "Work",
      author: { name: "Ada" },
      parents: [{ sha: before.object.sha }],
    });
    expect(await textOf("src/a.txt", "fix/two-files")).toBe("two");
    expect(await textOf("src/a.txt", "main")).toBe("one");
    expect(await run("readFile", { ...ENGINE, path: "src/deep/b.bin", ref: "fix/two-files" })).toMatchObject({
      is_text: false,
      size: 3,
      content: { name: "b.bin", bytes: Buffer.from([0, 1, 2]) },
    });
    await expect(textOf("run.sh", "fix/two-files")).rejects.toThrow(/404/);
  });

  it("makes no commit when the branch has all of it, so that a repeated call does nothing", async () => {
    const first = await commit({ upserts: [{ path: "src/c.txt", content: "three" }] });
    const second = await commit({ upserts: [{ path: "src/c.txt", content: "three" }] });
    expect(second).toMatchObject({ changed: false, commit_sha: first.commit_sha, files: [{ action: "unchanged" }] });
  });

  it("keeps programs executable, and sends large contents on their own", async () => {
    const content = "x".repeat(150_000);
    const { tree_sha: sha } = await commit({
      upserts: [
        { path: "run.sh", content: "#!/bin/bash" },
        { path: "large.txt", content },
      ],
    });
    const { tree } = (await ask(`/repos/admin/engine/git/trees/${String(sha)}`)) as { tree: object[] };
    expect(tree).toContainEqual(expect.objectContaining({ path: "run.sh", mode: "100755" }));
    expect(await textOf("large.txt", "main")).toBe(content);
  });

  it("refuses before anything is written what cannot be meant", async () => {
    await expect(commit({})).rejects.toThrow(/nothing to commit/);
    await expect(commit({ upserts: [{ path: "a", content: "" }], deletes: ["a"] })).rejects.toThrow(/named twice/);
    await expect(commit({ upserts: [{ path: "a", content: "!", encoding: "base64" }] })).rejects.toThrow(/no Base64/);
    await expect(commit({ upserts: [{ path: "src", content: "" }] })).rejects.toThrow(/is a folder/);
    await expect(commit({ branch: "new", upserts: [{ path: "a", content: "" }] })).rejects.toThrow(/give base_branch/);
    const stale = { path: "src/a.txt", content: "new", sha: "0".repeat(40) };
    await expect(commit({ upserts: [stale] })).rejects.toThrow(/has changed since you read it/);
  });

  it("refuses a path through more folders than it reads, before it reads one", async () => {
    const requests: string[] = [];
    const recorder = runnerOn(handlers, () => ({ baseUrl: github.url, headers }), {
      before: ({ path }) => Promise.resolve(void requests.push(path)),
    });
    const deep = {
      ...ENGINE,
      branch: "main",
      message: "Work",
      upserts: [{ path: `${"a/".repeat(20_000)}b`, content: "" }],
    };
    await expect(recorder("commitFiles", deep)).rejects.toThrow(/more than 100 folders/);
    expect(requests.filter((path) => path.includes("/git/trees/"))).toEqual([]);
  });

  it("commits on top of a commit that came in between", async () => {
    let isFirst = true;
    const overtaken = runnerOn(handlers, () => ({ baseUrl: github.url, headers }), {
      before: async ({ method }) => {
        if (!isFirst || method !== "PATCH") return;
        isFirst = false;
        await commit({ message: "Other", upserts: [{ path: "other.txt", content: "other" }] });
      },
    });
    const answer = await overtaken("commitFiles", {
      ...ENGINE,
      branch: "main",
      message: "Mine",
      upserts: [{ path: "mine.txt", content: "mine" }],
    });
    const { parents } = (await ask(`/repos/admin/engine/git/commits/${String(answer.commit_sha)}`)) as {
      parents: { sha: string }[];
    };
    expect(await ask(`/repos/admin/engine/git/commits/${parents[0]?.sha}`)).toMatchObject({ message: "Other" });
  });
});

describe("a commit whose last answer is lost", () => {
  /** Loses the answer to the move of the branch, after it was done or instead of it. */
  const losing = (isDone: boolean) =>
    runnerOn(handlers, () => ({ baseUrl: github.url, headers }), {
      before: async ({ method, path, body }) => {
        if (method !== "PATCH") return;
        if (isDone) await fetch(`${github.url}${path}`, { method, headers, body: JSON.stringify(body) });
        throw new OutboundError("timeout", "The answer did not begin.");
      },
    });
  const commitLosing = (isDone: boolean) =>
    losing(isDone)("commitFiles", {
      ...ENGINE,
      branch: "main",
      message: "Work",
      upserts: [{ path: "lost.txt", content: String(isDone) }],
    });

  it("is found on the branch, or said to be unknown", async () => {
    expect(await commitLosing(true)).toMatchObject({ changed: true, commit_sha: expect.any(String) as string });
    expect(await textOf("lost.txt", "main")).toBe("true");
    await expect(commitLosing(false)).rejects.toThrow(/Look at main before you commit again.*did not begin/);
  });
});

describe("a file", () => {
  it("comes as text, whole or by lines", async () => {
    await commit({ upserts: [{ path: "lines.txt", content: "a\nb\nc\n" }] });
    expect(await run("readFile", { ...ENGINE, path: "lines.txt" })).toMatchObject({
      text: "a\nb\nc\n",
      total_lines: 3,
      truncated: false,
    });
    expect(await run("readFile", { ...ENGINE, path: "lines.txt", start_line: 2, end_line: 2 })).toMatchObject({
      text: "b",
    });
    await expect(run("readFile", { ...ENGINE, path: "src" })).rejects.toThrow(/is a folder/);
  });
});

describe("a long file", () => {
  it("is cut between characters", async () => {
    await commit({ upserts: [{ path: "long.txt", content: `a${"😀".repeat(100_000)}` }] });
    const { text, truncated } = await run("readFile", { ...ENGINE, path: "long.txt" });
    expect([truncated, (text as string).length, (text as string).isWellFormed()]).toEqual([true, 199_999, true]);
  });
});

describe("a pull request from a branch", () => {
  it("takes base and words by itself, finds the open one, and tells what was refused", async () => {
    await commit({
      branch: "feature",
      base_branch: "main",
      message: "Add steam\n\nMore of it.",
      upserts: [{ path: "steam.txt", content: "s" }],
    });
    const args = { ...ENGINE, branch: "feature", labels: ["steam"], assignees: ["admin", "nobody"] };
    const pull = await run("pullRequestFromBranch", args);
    expect(pull).toMatchObject({ created: true, title: "Add steam", base: "main", state: "open" });
    expect(pull.problems).toEqual([expect.stringContaining("Assignees")]);
    expect(await run("pullRequestFromBranch", { ...ENGINE, branch: "feature", title: "Again" })).toMatchObject({
      created: false,
      number: pull.number,
      problems: [],
    });
    await expect(run("pullRequestFromBranch", { ...ENGINE, branch: "main" })).rejects.toThrow(/both main/);
  });

  it("takes the words of a fork's branch from the fork, not from a branch of the same name here", async () => {
    const fork = runnerOn(handlers, () => ({ baseUrl: github.url, headers }), {
      before: ({ method }) =>
        method === "POST" ? Promise.reject(new Error("it took other words")) : Promise.resolve(),
    });
    const call = fork("pullRequestFromBranch", { ...ENGINE, branch: "bob:main", base: "main" });
    await expect(call).rejects.toThrow(/Give a title: the newest commit of bob:main could not be read.*404/);
  });
});
