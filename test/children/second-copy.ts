/** A process of its own on the same database, as a second copy of the app would be. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { testProgram } from "../setup/test-program";

export type CredentialKind = "key" | "cookie" | "userKey";

/**
 * `project`: the project that a key, a member's key or a Cookie header opens there, "null" without one. `watch`: its
 * stream there; `ended` is kept when the stream reports that its access ended. Send no other request meanwhile: answers
 * are one line each, in turn.
 */
export function startSecondCopy() {
  const child = spawn(process.execPath, [testProgram("test/children/second-copy-child.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  const ask = (line: string) =>
    new Promise<string>((resolve) => {
      waiting.push(resolve);
      child.stdin.write(`${line}\n`);
    });
  return {
    project: (kind: CredentialKind, credential: string) => ask(`ask\t${kind}\t${credential}`),
    async watch(kind: CredentialKind, credential: string): Promise<{ ended: Promise<string> }> {
      const reply = await ask(`watch\t${kind}\t${credential}`);
      if (reply !== "watching") throw new Error(`the copy has no caller for this ${kind}`);
      return { ended: new Promise((resolve) => waiting.push(resolve)) };
    },
    /** The names of the policies that a project obeys there, in their order, as JSON. */
    policies: (projectId: string) => ask(`policies\t${projectId}`),
    stop: () => {
      child.stdin.end();
    },
  };
}
