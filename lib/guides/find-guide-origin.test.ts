/** The day of a guide's last change, and its page for changes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import type { GuideOrigin } from "./find-guide-origin";

const GUIDE = { file: "start/a.md", title: "A", about: "A" };
const TEXT = "# A\n\nText with é.\n";

/** What a server in a folder with this guide, and with this table of days, knows. */
async function originIn(text: string, table: string | undefined): Promise<GuideOrigin> {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-origin-"));
  for (const name of ["docs/start", "dist"]) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, "docs", GUIDE.file), text);
  if (table !== undefined) writeFileSync(path.join(folder, "dist/guide-dates.json"), table);
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.resetModules();
  const { findGuideOrigin } = await import("./find-guide-origin");
  return findGuideOrigin(GUIDE);
}

const hash = execFileSync("git", ["hash-object", "--stdin"], { input: TEXT, encoding: "utf8" }).trim();
const tableOf = (row: object): string => JSON.stringify({ "start/a.md": row });

afterEach(() => {
  vi.restoreAllMocks();
  delete process.env.PATCHBAY_DOCS_EDIT_URL;
  forgetSettings();
});

it("shows the day of the text that it belongs to", async () => {
  const table = tableOf({ day: "2026-02-02", hash });
  expect(await originIn(TEXT, table)).toEqual({ changed: "2026-02-02" });
  expect(await originIn(`${TEXT}More.\n`, table)).toEqual({});
});

it.each([undefined, "{}", "no JSON", tableOf({ day: "yesterday", hash }), "[]"])(
  "knows no day by the table %j",
  async (table) => expect(await originIn(TEXT, table)).toEqual({}),
);

it("leads to the page on which the operator lets readers change guides", async () => {
  process.env.PATCHBAY_DOCS_EDIT_URL = "https://git.example.com/acme/patchbay/edit/main/docs/";
  forgetSettings();
  expect(await originIn(TEXT, undefined)).toEqual({
    editUrl: "https://git.example.com/acme/patchbay/edit/main/docs/start/a.md",
  });
});
