/**
 * Limits how many searches of the log run at a time, in turns of projects, and for how long: a log has millions of
 * rows.
 */
import { DatabaseTimeout } from "@/lib/kernel/database/db-errors";
import { searchConnections } from "@/lib/kernel/database/pools";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { freeSlot, waitForSlot, tryTakeSlot, waitingForSlot } from "@/lib/kernel/concurrency/slots";
import type { ToolLogChoice } from "./tool-log-choice";

const SEARCHES = "logs.searches";
const EXPORTS = "logs.exports";

/** The most waiting searches per project. */
const MAX_WAITING = 10;
const WAIT_MS = 5_000;
/** An export can wait longer, because it only waits between its pages. */
const EXPORT_WAIT_MS = 60_000;

/**
 * The largest number of exports in one copy of the app. It can be high, because each export runs one search per page.
 */
export const EXPORT_ROOM = { total: 20, share: 2 };

/** A project gets at most half of the slots, so that its slow searches leave room for others. */
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

/** Filters without an index: rows are read one after another until enough match. */
export const comparesRows = ({ field, operator }: NonNullable<ToolLogChoice["filters"]>[number]): boolean =>
  !(field === "tool_slug" && operator !== "!=" && operator !== "not_contains") &&
  !(operator === "==" && (field === "connected_account_id" || field === "log_id"));

const tooSlow = ({ filters = [] }: ToolLogChoice, cause: DatabaseTimeout): ApiError => {
  const slow = filters.filter(comparesRows);
  const names = slow.map(({ field, operator, value }) => `${field} ${operator} ${JSON.stringify(value.slice(0, 60))}`);
  return new ApiError(
    "Unprocessable",
    `The search of the log took longer than ${env().logSearchSeconds} seconds and was ended.` +
      `${names.length > 0 ? ` It compared row after row with: ${names.join(", ")}.` : ""}`,
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

/** Waits for a slot; false if there was none in time. */
async function waitForTurn(projectId: string, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const passed = await waitForSlot(SEARCHES, projectId, (giveUp) => {
    timer = setTimeout(giveUp, ms);
  });
  clearTimeout(timer);
  return passed;
}

/**
 * Runs a search when it gets a slot.
 * @param isExport whether it can wait longer, however many searches of its project wait
 * @throws ApiError TooManyRequests if it gets no slot in time, Unprocessable naming its filters if it takes too long
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

/**
 * @throws ApiError TooManyRequests when the project, or all together, export as much as they may; otherwise `endExport`
 * must follow
 */
export function beginExport(projectId: string): void {
  if (!tryTakeSlot(EXPORTS, projectId, EXPORT_ROOM)) throw busy("exports");
}

export const endExport = (projectId: string): void => freeSlot(EXPORTS, projectId);
