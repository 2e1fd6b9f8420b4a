/** Tokens in files name the key that they are sealed with, so that a start without its secret is refused. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { activeKeyId } from "@/lib/kernel/process/vault";
import { useSecrets } from "@/test/setup/secrets";
import { findSpilledKeyIds, spillTokens } from "./spill-tokens";

const { PATCHBAY_DATA_DIR: before } = process.env;
afterAll(() => {
  process.env.PATCHBAY_DATA_DIR = before;
  useSecrets("");
});

it("finds the keys of all files, and none without a folder or in a damaged file", async () => {
  process.env.PATCHBAY_DATA_DIR = mkdtempSync(path.join(tmpdir(), "patchbay-spilled-"));
  useSecrets("the first secret of a test ----------------");
  expect(await findSpilledKeyIds()).toEqual([]);
  const fresh = { projectId: "pr_1", accountId: "ca_1", credentials: {}, expiresAt: null };
  await spillTokens(fresh as unknown as Parameters<typeof spillTokens>[0]);
  const first = activeKeyId();
  useSecrets("the second secret of a test ---------------");
  await spillTokens(fresh as unknown as Parameters<typeof spillTokens>[0]);
  mkdirSync(path.join(process.env.PATCHBAY_DATA_DIR, "unstored-tokens"), { recursive: true });
  writeFileSync(path.join(process.env.PATCHBAY_DATA_DIR, "unstored-tokens", "ca_2.json"), '{"sealed":');
  expect((await findSpilledKeyIds()).sort()).toEqual([first, activeKeyId()].sort());
});
