/** Events as a file: what the filters choose, of one project, within the limit of simultaneous exports. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { recordEvent } from "../events/record-event";
import { exportEvents, type EventFormat } from "./export-events";

const record = (projectId: string, userId: string) =>
  db.$transaction((tx) =>
    recordEvent(tx, projectId, {
      type: "composio.trigger.message",
      trigger: {
        triggerSlug: "GITHUB_COMMIT_EVENT",
        triggerId: "ti_1",
        toolkitSlug: "github",
        userId,
        connectedAccountId: "ca_1",
        authConfigId: "ac_1",
      },
      payload: { of: userId },
    }),
  );

async function fileOf(projectId: string, format: EventFormat, filter = {}, limit = 100): Promise<string> {
  let text = "";
  for await (const part of exportEvents(projectId, filter, { format, limit })) text += part;
  return text;
}

it("contains what the filters choose, newest first, and nothing of another project", async () => {
  const [{ projectId }, other] = [await createTestOwner(), await createTestOwner()];
  const ids: string[] = [];
  for (const user of ["ann", "=bob", "ann"]) ids.push((await record(projectId, user)).id);
  await record(other.projectId, "ann");

  const csv = (await fileOf(projectId, "csv")).trimEnd().split("\r\n");
  expect(csv[0]).toMatch(/^id,created_at,type,/);
  expect(csv.slice(1).map((line) => line.split(",")[0])).toEqual(ids.toReversed());
  expect(csv[2]).toContain(",'=bob,");
  expect(csv.join()).not.toContain('"of"');

  const lines = (await fileOf(projectId, "jsonl", { userId: "ann" })).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: ids[2], user_id: "ann", data: { of: "ann" } },
    { id: ids[0], user_id: "ann", data: { of: "ann" } },
  ]);
  expect((await fileOf(projectId, "jsonl", {}, 2)).trimEnd().split("\n")).toHaveLength(2);
});

it("429: a project exports twice at a time; an export that its reader leaves makes room", async () => {
  const { projectId } = await createTestOwner();
  await record(projectId, "ann");
  const start = () => exportEvents(projectId, {}, { format: "csv", limit: 10 });
  const [first, second, third] = [start(), start(), start()];
  await first.next();
  await second.next();
  await expect(third.next()).rejects.toMatchObject({ status: 429 });
  await first.return();
  await expect(start().next()).resolves.toMatchObject({ done: false });
});
