/** Executions that name a version of a toolkit which this server does not have. */
import { describe, expect, it } from "vitest";
import { executeTool, type ExecutionInput } from "./execute-tool";
import type { MissingVersion } from "@/lib/catalog/read/resolve-version";
import { caller, FACTS, failure, json } from "@/test/builders/execute-tool";

const FOREIGN = "20250909_00";
const WORDS = `loopback has no version ${FOREIGN} on this server: its version 20260101_00 was used.`;

const runWith = (slug: string, input: object, versions = {}) => {
  const missingVersions: MissingVersion[] = [];
  const answer = executeTool(caller(), slug, { user_id: "ada", version: FOREIGN, ...input } as ExecutionInput, {
    ...FACTS,
    versions,
    onMissingVersion: (missing) => missingVersions.push(missing),
  });
  return { answer, told: missingVersions };
};

describe("a missing version", () => {
  it("runs as the latest one with a notice to the caller, and returns the tool's answer", async () => {
    json(200, { ok: true });
    const { answer, told: missingVersions } = runWith("LOOPBACK_READ", { arguments: { q: "x" } });
    expect(await answer).toMatchObject({ successful: true, error: null });
    expect(missingVersions).toEqual([{ name: "loopback", asked: FOREIGN, used: "20260101_00" }]);
  });

  it("is named in the error of a tool that fails", async () => {
    json(404, { message: "no such thing" });
    const { error, successful } = await runWith("LOOPBACK_READ", { arguments: { q: "x" } }).answer;
    expect([successful, error?.endsWith(` ${WORDS}`)]).toEqual([false, true]);
  });

  it("is named in the 422 if the arguments do not fit", async () => {
    const error = await failure(runWith("LOOPBACK_CREATE_ISSUE", { arguments: { summary: "x" } }).answer);
    expect([error.status, error.message.endsWith(WORDS)]).toEqual([422, true]);
    expect(error.details.errors?.length).toBeGreaterThan(0);
  });

  it("is refused with 404 if the project is strict", async () => {
    expect((await failure(runWith("LOOPBACK_READ", {}, { strict: true }).answer)).status).toBe(404);
  });

  it("is never reported for other versions", async () => {
    json(404, { message: "no such thing" });
    for (const version of ["latest", "20260101_00", "00000000_00", undefined]) {
      const { answer, told: missingVersions } = runWith("LOOPBACK_READ", { version });
      expect([(await answer).error?.includes("has no version"), missingVersions]).toEqual([false, []]);
    }
  });
});
