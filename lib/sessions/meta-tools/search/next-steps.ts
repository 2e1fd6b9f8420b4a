/** The guidance for an agent in addition to the tools: the time, its session, and the next steps. */
import type { z } from "zod";
import { now } from "@/lib/kernel/time/clock";
import type { Session } from "../../session";
import type { SearchAnswer } from "../contract";

type Answer = z.input<typeof SearchAnswer>;

const SECOND = 1000;

/** The time in a time zone, as a clock shows it; null for an unknown zone. */
function timeIn(zone: string, time: Date): string | null {
  try {
    return new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "long", timeZone: zone }).format(time);
  } catch {
    return null;
  }
}

export function timeInfo({ config }: Session): Answer["time_info"] {
  const time = now();
  const zone = config.experimental.user_timezone;
  const there = zone ? timeIn(zone, time) : null;
  const local = there
    ? ` For the user, in ${zone}, it is ${there}.`
    : " The user's time zone is not known: ask for it where it matters.";
  return {
    current_time_utc: time.toISOString(),
    current_time_utc_epoch_seconds: Math.floor(time.getTime() / SECOND),
    message: `This is the time in UTC.${local}`,
  };
}

export const sessionInfo = ({ word }: Session, isNew: boolean): Answer["session"] => ({
  id: word,
  generate_id: isNew,
  instructions:
    `Give session_id "${word}" in all later calls of meta tools of this workflow, ` +
    `and session: {id: "${word}"} in further searches.`,
});

export type Circumstances = {
  session: Session;
  statuses: Answer["toolkit_connection_statuses"];
  /** Toolkits that must be connected before the primary tools can run. */
  missing: readonly string[];
  schemas: Answer["tool_schemas"];
  /** Queries that were left out because there were too many. */
  cut: number;
  isFound: boolean;
  hasPlan: boolean;
  /** Toolkits of the request that do not exist, or that the session may not use. */
  leftOut: readonly string[];
};

/** The most names in a sentence. */
const MOST_NAMED = 10;
const list = (names: readonly string[]): string => names.slice(0, MOST_NAMED).join(", ");

/** The next steps, in order. */
export function nextSteps({
  session,
  statuses,
  missing,
  schemas,
  cut,
  isFound,
  hasPlan,
  leftOut,
}: Circumstances): string[] {
  const { config } = session;
  const selected = statuses.filter((status) => status.account_selection).map(({ toolkit }) => toolkit);
  const hasReferences = Object.values(schemas).some(({ schemaRef }) => schemaRef);
  const steps = [
    cut > 0 && `Only the first 7 queries were searched. Search again for the other ${cut}.`,
    leftOut.length > 0 && `No tools were searched in ${list(leftOut)}: there is no such toolkit in this session.`,
    !isFound && "Nothing fits well. Search again in other words: one action in each query, with the name of the app.",
    isFound && hasPlan && "Review the plan and the pitfalls before you run a tool.",
    missing.length > 0 &&
      (config.manage_connections.enabled
        ? `Connect ${list(missing)} with COMPOSIO_MANAGE_CONNECTIONS, and wait until the user has done it, ` +
          "before you run tools of it. Toolkits that you do not use need no connection."
        : `Ask the user to connect ${list(missing)} before you run tools of it.`),
    selected.length > 0 && `Name the account in each call of a tool of ${list(selected)}.`,
    isFound &&
      hasReferences &&
      "Load the schemas of tools that have schemaRef with COMPOSIO_GET_TOOL_SCHEMAS before you run them.",
    isFound &&
      (config.execute.enable_multi_execute
        ? "Run the tools with COMPOSIO_MULTI_EXECUTE_TOOL, those that do not need each other in one call."
        : "Run the tools one by one, by their slugs."),
  ];
  return steps.filter((step) => step !== false);
}
