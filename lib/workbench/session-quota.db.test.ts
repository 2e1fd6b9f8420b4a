/** Files of sessions count in the project's quota of files, however many sessions there are. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAnswerFile } from "@/lib/files/stored-files";
import { newId } from "@/lib/kernel/ids";
import { ON } from "@/test/builders/origin";
import { createTestOwner } from "@/test/builders/owners";
import { forgetSettings } from "@/test/setup/process-memory";
import { deleteSessionFile, dropSession, listSessionFiles, writeSessionFile } from "./session-files";

const MB = 1024 * 1024;
let projectId: string;
beforeEach(async () => {
  vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "10");
  forgetSettings();
  projectId = (await createTestOwner()).projectId;
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const session = () => newId("toolRouterSession");
const put = (sessionId: string, name: string, mb = 3) =>
  writeSessionFile(projectId, sessionId, name, { size: mb * MB, body: [Buffer.alloc(mb * MB, "x")] });
const answer = (mb: number) =>
  createAnswerFile(
    { projectId, toolkitSlug: "gmail", toolSlug: "GMAIL_SEND_EMAIL" },
    { name: "a", mimetype: "text/plain", body: [Buffer.alloc(mb * MB)] },
  );
const FULL = { status: 413, message: expect.stringContaining("The files of this project take") as string };

it("returns 413 for many sessions together, also for simultaneous uploads", async () => {
  const sessions = Array.from({ length: 8 }, session);
  const outcomes = await Promise.allSettled(sessions.map((id) => put(id, "a.bin")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(FULL);
});

it("returns 413 for uploads, answers of tools and session files beyond their common quota", async () => {
  const owner = session();
  await put(owner, "a.bin", 6);
  await expect(answer(5)).rejects.toMatchObject(FULL);
  await answer(3);
  await expect(put(session(), "b.bin", 2)).rejects.toMatchObject(FULL);
  expect((await listSessionFiles(projectId, owner)).map(({ path }) => path)).toEqual(["a.bin"]);
});

it("frees the quota of deleted files and sessions, and uses none for a refused file", async () => {
  const [first, second] = [session(), session()];
  await put(first, "a.bin", 8);
  await expect(put(second, "b.bin", 8)).rejects.toMatchObject(FULL);
  await deleteSessionFile(projectId, first, "a.bin");
  await put(second, "b.bin", 8);
  await dropSession(projectId, second, ON);
  await put(first, "a.bin", 8);
});
