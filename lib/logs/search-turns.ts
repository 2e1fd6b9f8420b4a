/** Searches of the log run a few at a time, project by project, and none of them for ever: a log has millions of rows. */
import { DatabaseTimeout } from "@/lib/kernel/database/db-errors";
import { searchConnections } from "@/lib/kernel/database/pools";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { freeSlot, waitForSlot, tryTakeSlot, waitingForSlot } from "@/lib/kernel/concurrency/slots";
import type { ToolLogChoice } from "./tool-log-query";

const SEARCHES = "logs.searches";
const EXPORTS = "logs.exports";

/** Of one project, beyond those that run. */
const MAX_WAITING = 10;
const WAIT_MS = 5_000;
/** An export waits between its pages only, and nobody sees that. */
const EXPORT_WAIT_MS = 60_000;

/** In one copy of the app. An export takes part in the searches with one page at a time, so that many may be open. */
export const EXPORT_ROOM = { total: 20, share: 2 };

/** A project holds at most half of the places, so that its slow searches leave room for others'. */
const searchRoom = () => {
  const total = searchConnections();
  return { total, share: Math.max(1, total >> 1) };
};

const busy = (what: string): ApiError =>
  new ApiError("TooManyRequests", `Too many ${what} of this project's log run at this moment.`, {
    slug: "TooManyLogSearches",
    suggestedFix: "Send the request again in a few seconds; a narrower time_range ends sooner.",
    headers: { "retry-after": "5" },
  });

/** Conditions that no index answers: each is compared with row after row until enough are found. */
const comparesRows = ({ field, operator }: NonNullable<ToolLogChoice["filters"]>[number]): boolean =>
  !(field === "tool_slug" && operator !== "!=" && operator !== "not_contains") &&
  !(operator === "==" && (field === "connected_account_id" || field === "log_id"));

const tooSlow = ({ filters = [] }: ToolLogChoice, cause: DatabaseTimeout): ApiError => {
  const slow = filters.filter(comparesRows);
  const names = slow.map(({ field, operator, value }) => `${field} ${operator} ${JSON.stringify(value.slice(0, 60))}`);
  return new ApiError(
    "Unprocessable",
    `The search of the log took longer than ${env().logSearchSeconds} seconds and was ended.${names.length > 0 ? ` It compared row after row with: ${names.join(", ")}.` : ""}`,
    {
      slug: "LogSearchTooSlow",
      suggestedFix:
        names.length > 0
          ? "Narrow time_range, or ask for a whole value of tool_slug or connected_account_id (operator ==) as well."
          : "Narrow time_range.",
      errors: slow.map(({ field, operator }) => `filters: ${field} ${operator} reads every row of time_range`),
      cause,
    },
  );
};

/** Waits for a place: false when there was none in time. */
async function waitForTurn(projectId: string, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const passed = await waitForSlot(SEARCHES, projectId, (giveUp) => {
    timer = setTimeout(giveUp, ms);
  });
  clearTimeout(timer);
  return passed;
}

/**
 * Runs a search when it is its turn.
 * @param isExport it may wait for longer, and whatever else of its project waits
 * @throws ApiError TooManyRequests when its turn does not come, Unprocessable when it takes too long, naming its filters
 */
export async function searchInTurn<T>(
  projectId: string,
  choice: ToolLogChoice,
  isExport: boolean,
  search: () => Promise<T>,
): Promise<T> {
  if (!tryTakeSlot(SEARCHES, projectId, searchRoom())) {
    if (!isExport && waitingForSlot(SEARCHES, projectId) >= MAX_WAITING) throw busy("searches");
    if (!(await waitForTurn(projectId, isExport ? EXPORT_WAIT_MS : WAIT_MS))) throw busy("searches");
  }
  try {
    return await search();
  } catch (error) {
    throw error instanceof DatabaseTimeout && error.waitedFor === "answer" ? tooSlow(choice, error) : error;
  } finally {
    freeSlot(SEARCHES, projectId);
  }
}

/** @throws ApiError TooManyRequests when the project, or all together, export as much as they may; otherwise `endExport` must follow */
export function beginExport(projectId: string): void {
  if (!tryTakeSlot(EXPORTS, projectId, EXPORT_ROOM)) throw busy("exports");
}

export const endExport = (projectId: string): void => freeSlot(EXPORTS, projectId);
