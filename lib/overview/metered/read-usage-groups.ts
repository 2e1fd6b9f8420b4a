/** Gathers what projects of one tenant used: calls from the log's counters, and sessions. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { countCalls, readCallGroups, type CallGroup } from "@/lib/logs/usage/read-call-groups";
import { countSessionsByUser } from "@/lib/sessions/list/count-sessions-by-user";
import { ENTITY_TYPES, GROUPS, type EntityType, type meteredUsageApi } from "./contract";

type Api = typeof meteredUsageApi;
type SummaryInput = z.output<Api["getUsageSummary"]["body"]>;
type GroupsInput = z.output<Api["listUsageGroups"]["body"]>;

const UNITS: Record<EntityType, string> = { tool_calls: "call", sessions: "session" };
const USUAL_RANGE_MS = 30 * 86_400_000;

const amountOf = (count: number) => ({ total_quantity: String(count), event_count: count });

/** @throws ApiError BadRequest for a range that ends before it begins */
function toChoice({ from, to, filters }: Pick<SummaryInput, "from" | "to" | "filters">) {
  const end = to ?? now().getTime();
  const begin = from ?? Math.max(0, end - USUAL_RANGE_MS);
  if (begin >= end)
    throw new ApiError("BadRequest", "from: must be before `to`, which is now if it is absent.", {
      suggestedFix: "Both are epoch milliseconds, not seconds.",
    });
  return {
    from: new Date(begin),
    to: new Date(end),
    userIds: filters.user_id ?? undefined,
    sessionIds: filters.session_id ?? undefined,
  };
}

/** @throws ApiError of `kind` for an entity type that does not exist */
function requireType(name: string, field: string, kind: "BadRequest" | "NotFound"): EntityType {
  const type = ENTITY_TYPES.find((candidate) => candidate === name);
  if (type) return type;
  throw new ApiError(kind, `${field}: there is no entity type ${name}.`, {
    suggestedFix: `Use ${ENTITY_TYPES.join(" or ")}.`,
  });
}

const TOTAL_ONLY = { by: "sessions", direction: "desc", limit: 1 } as const;

/** The sum of each entity type. */
export async function readUsageSummary(
  projectIds: readonly string[],
  input: SummaryInput,
): Promise<z.input<Api["getUsageSummary"]["response"]>> {
  const choice = toChoice(input);
  const types = new Set(
    input.entity_types?.map((name) => requireType(name, "entity_types", "BadRequest")) ?? ENTITY_TYPES,
  );
  const count = async (type: EntityType): Promise<number> =>
    type === "tool_calls"
      ? countCalls(projectIds, choice)
      : (await countSessionsByUser(projectIds, choice, TOTAL_ONLY)).total;
  const entities = await Promise.all(
    [...types].map(async (type) => [type, { unit: UNITS[type], ...amountOf(await count(type)) }] as const),
  );
  return { entities: Object.fromEntries(entities), instant_charge: "0" };
}

/** @throws ApiError BadRequest for a dimension that the entity type does not have */
function requireGroup(type: EntityType, name: string | null | undefined): string {
  const dimensions: readonly string[] = GROUPS[type];
  const group = name ?? dimensions[0] ?? "";
  if (dimensions.includes(group)) return group;
  throw new ApiError("BadRequest", `group_by: ${type} have no ${group}.`, {
    suggestedFix: `Use ${dimensions.join(", ")}.`,
  });
}

/** The sums of one entity type by what its events have in common. */
export async function readUsageGroups(
  projectIds: readonly string[],
  entityType: string,
  input: GroupsInput,
): Promise<z.input<Api["listUsageGroups"]["response"]>> {
  const type = requireType(entityType, "entity_type", "NotFound");
  const group = requireGroup(type, input.group_by);
  const choice = toChoice(input);
  const { order_direction: direction, limit } = input;
  const isByKey = input.order_by === "key";
  if (type === "sessions") {
    const order = { by: isByKey ? "key" : "sessions", direction, limit } as const;
    const { total, groups } = await countSessionsByUser(projectIds, choice, order);
    return toAnswer(
      type,
      total,
      groups.map(({ key, sessions }) => [key, sessions]),
    );
  }
  const order = { by: isByKey ? "key" : "calls", direction, limit } as const;
  const [total, { groups }] = await Promise.all([
    countCalls(projectIds, choice),
    readCallGroups(projectIds, choice, group as CallGroup, order),
  ]);
  return toAnswer(
    type,
    total,
    groups.map(({ key, calls }) => [key, calls]),
  );
}

const toAnswer = (type: EntityType, total: number, groups: [key: string, count: number][]) => ({
  entity_type: type,
  unit: UNITS[type],
  ...amountOf(total),
  groups: groups.map(([key, count]) => ({ key, ...amountOf(count) })),
});
