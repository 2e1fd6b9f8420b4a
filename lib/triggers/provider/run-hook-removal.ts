/** The job that takes a deleted trigger's hook away at its provider. */
import { z } from "zod";
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { Origin } from "@/lib/kernel/process/log";
import { removeHook } from "./hooks";

const Payload = z.object({
  projectId: z.string(),
  slug: z.string(),
  version: z.string(),
  accountId: z.string(),
  hookId: z.string(),
  facts: z.unknown(),
  config: z.record(z.string(), z.unknown()),
});

/** @throws Error to be tried again */
export async function runHookRemoval(payload: unknown, on: Origin): Promise<void> {
  const removed = Payload.parse(payload);
  const type = await findTriggerType(removed.slug, removed.version);
  if (type) await removeHook(type, removed, on);
}
