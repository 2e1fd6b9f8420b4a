/** The server's own state, cheap enough to be asked every second. */
import type { z } from "zod";
import { db } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { isQueueRunning } from "@/lib/kernel/queue";
import { VERSION } from "@/lib/kernel/version";
import type { Health } from "./contract";

type CatalogueCounts = { toolkits: number; tools: number; version: string };

/** Answers "degraded" rather than failing: whoever asks wants to know what is broken. */
export async function readHealth(countCatalogue: () => Promise<CatalogueCounts>): Promise<z.infer<typeof Health>> {
  const worker = isQueueRunning() ? ("running" as const) : ("stopped" as const);
  const rest = { version: VERSION, worker, workbench: "unavailable" as const };
  try {
    await db.$queryRaw`SELECT 1`;
    return { status: "ok", database: "ok", catalog: await countCatalogue(), ...rest };
  } catch (error) {
    log.error("the database does not answer", { error });
    return { status: "degraded", database: "unreachable", catalog: { toolkits: 0, tools: 0, version: "" }, ...rest };
  }
}
