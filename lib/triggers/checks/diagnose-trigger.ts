/** Why did no event come? Each thing between a trigger's provider and its receivers, in this order. */
import type { z } from "zod";
import type { Origin } from "@/lib/kernel/process/log";
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";
import { lookAtHook } from "../provider/look-at-hook";
import type { CHECK_STATES, TriggerDiagnosis } from "./contract";
import { readFacts, type Facts } from "./facts";
import { sourceChecks } from "./source-checks";
import { receiverChecks } from "./receiver-checks";
import type { Check } from "./check";

/** From the best to the worst; an unknown state alone is no trouble. */
const BY_WEIGHT = ["ok", "unknown", "warning", "problem"] as const satisfies readonly (typeof CHECK_STATES)[number][];

const worst = (checks: readonly Check[]): Check["state"] =>
  BY_WEIGHT.findLast((state) => checks.some((check) => check.state === state)) ?? "ok";

/** The checks of what is known. Pure. */
const checksOf = (facts: Facts, time: Date): Check[] => [...sourceChecks(facts, time), ...receiverChecks(facts)];

/** @throws ApiError NotFound */
export async function diagnoseTrigger(
  projectId: string,
  id: string,
  { asksProvider, on }: { asksProvider: boolean; on: Origin },
): Promise<z.input<typeof TriggerDiagnosis>> {
  const read = await readFacts(projectId, id);
  const { trigger, type, account, usable } = read;
  const hook = asksProvider && type && account && usable ? await lookAtHook(type, trigger, account, on) : undefined;
  const time = now();
  const checks = checksOf({ ...read, hook, publicUrl: env().publicUrl }, time);
  return {
    trigger_id: trigger.id,
    trigger_name: trigger.slug,
    type: type?.kind ?? null,
    checked_at: time.toISOString(),
    state: worst(checks),
    checks,
  };
}
