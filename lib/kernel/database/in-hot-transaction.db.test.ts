/** Transactions past Prisma: all or nothing, also where the work fails, and no connection is lost by it. */
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { db } from "./db";
import { inHotTransaction } from "./in-hot-transaction";

const event = { type: "composio.webhook.disabled", payload: { note: 'It\'s "quoted" and \\ escaped' } } as const;
const count = (projectId: string) => db.webhookEvent.count({ where: { projectId } });

describe("a hot transaction", () => {
  it("is there after its end, and not before", async () => {
    const projectId = newId("project");
    let before = -1;
    await inHotTransaction(async (tx) => {
      await recordEvent(tx, projectId, event);
      const [row] = await tx.$queryRawUnsafe<{ n: number }[]>(
        "SELECT count(*)::int AS n FROM webhook_event WHERE project_id = $1",
        projectId,
      );
      before = row?.n ?? -1;
    });
    expect([before, await count(projectId)]).toEqual([1, 1]);
  });

  it("leaves nothing when its work or a statement fails, more often than there are connections", async () => {
    const projectId = newId("project");
    for (let n = 0; n < 40; n++) {
      const failing = inHotTransaction(async (tx) => {
        await recordEvent(tx, projectId, event);
        if (n % 2 === 0) throw new Error("changed my mind");
        await tx.$executeRawUnsafe("SELECT no_such_function($1)", n);
      });
      await expect(failing).rejects.toThrow(/changed my mind|no_such_function/);
    }
    expect(await count(projectId)).toBe(0);
  });

  it("takes no second connection: whoever asks past it is refused", async () => {
    // Prisma asks when its promise is awaited.
    const transaction = inHotTransaction(async () => {
      await count("a project");
    });
    await expect(transaction).rejects.toThrow(/past the transaction/);
  });
});
