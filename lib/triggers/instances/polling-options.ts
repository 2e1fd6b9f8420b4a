/** How a caller wants a trigger polled: with or without reports of its provider, and how often. */
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { type Db, Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { hookOf } from "../provider/hooks";
import { removeLater } from "../renewal/record-hook-failure";
import { renewHookSoon } from "../renewal/schedule-hook-renewals";
import { intervalOf } from "../polling/poll-times";
import { pollIn } from "../polling/schedule-polls";
import { DEFAULT_POLL_MINUTES } from "../constants";
import type { Trigger } from "./require-trigger";

/** Null: the defaults of the type and of the config of the trigger. */
export type PollingOptions = { type?: "webhook" | "poll" | undefined; interval?: number | undefined } | null;

export type PollingColumns = Pick<Trigger, "pollOnly" | "pollMinutes">;

/** The ways to learn of events of a type, the preferred first. */
export const waysOf = (type: TriggerType): ("webhook" | "poll")[] =>
  type.kind === "webhook" ? ["webhook"] : hookOf(type) ? ["webhook", "poll"] : ["poll"];

const refuse = (field: string, reason: string): never => {
  const line = `polling${field}: ${reason}`;
  throw new ApiError("Unprocessable", `Invalid polling options. ${line}`, {
    errors: [line],
    suggestedFix: "GET /api/v3/triggers_types/{slug} lists in types how its events are found.",
  });
};

/** The columns of options. @throws ApiError Unprocessable naming the field that the type cannot have */
export function toPollingColumns(type: TriggerType, options: PollingOptions): PollingColumns {
  if (options === null) return { pollOnly: false, pollMinutes: null };
  const ways = waysOf(type);
  const way = options.type ?? ways[0];
  if (way !== undefined && !ways.includes(way))
    return refuse(".type", `${type.slug} takes ${ways.join(" or ")}, not ${way}.`);
  if (type.kind === "poll") return { pollOnly: way === "poll", pollMinutes: options.interval ?? DEFAULT_POLL_MINUTES };
  if (options.interval !== undefined) refuse(".interval", `${type.slug} is not polled.`);
  return { pollOnly: false, pollMinutes: null };
}

/** The options that somebody chose; null if nobody did. */
export const toPolling = ({ pollOnly, pollMinutes }: PollingColumns) =>
  pollMinutes === null ? null : { type: pollOnly ? ("poll" as const) : ("webhook" as const), interval: pollMinutes };

/** A trigger without a hook. */
const NO_HOOK = {
  ...{ endpointId: null, ownerKey: null, hookId: null, hookUrl: null, hookError: null, hookFailures: 0 },
  ...{ hookEndsAt: null, hookRenewAt: null, hookHeardAt: null, hookFacts: Prisma.DbNull },
};

/** Ends the reports to a trigger that is polled; its hook is taken away by a job. */
async function endReports(tx: Db, trigger: Trigger, columns: PollingColumns): Promise<void> {
  const { id, projectId, endpointId, hookId, hookFacts } = trigger;
  await tx.triggerInstance.updateMany({ where: { projectId, id }, data: { ...columns, ...NO_HOOK } });
  // Its own endpoint goes; that of an app serves other triggers.
  if (endpointId) await tx.webhookEndpoint.deleteMany({ where: { projectId, id: endpointId, clientId: null } });
  if (hookId) await removeLater(tx, trigger, hookId, hookFacts);
}

/** Changes how a trigger is polled, from its next poll on. */
export async function changePolling(tx: Db, trigger: Trigger, type: TriggerType, options: PollingOptions) {
  const columns = toPollingColumns(type, options);
  const { id, projectId } = trigger;
  const hasReports = waysOf(type).length > 1;
  if (hasReports && columns.pollOnly && !trigger.pollOnly) await endReports(tx, trigger, columns);
  else {
    const isBack = hasReports && trigger.pollOnly && !columns.pollOnly;
    const data = { ...columns, ...(isBack && { hookRenewAt: now() }) };
    await tx.triggerInstance.updateMany({ where: { projectId, id }, data });
    if (isBack) await renewHookSoon(tx, trigger);
  }
  const interval = intervalOf({ ...trigger, ...columns });
  if (type.kind !== "poll" || trigger.disabledAt || trigger.failures > 0 || interval === intervalOf(trigger)) return;
  const sinceLast = trigger.polledAt ? (now().getTime() - trigger.polledAt.getTime()) / 1000 : interval;
  await pollIn(tx, projectId, id, Math.max(interval - sinceLast, 0));
}
