/** Searches as an agent does within a session. */
import { expect } from "vitest";
import { searchForSession, type SearchInput } from "@/lib/sessions/meta-tools/search/search-for-session";
import type { SessionConfig } from "@/lib/sessions/settings/contract";
import { plainSession } from "./plain-session";

/** The answer, and of its results the first. */
export async function searchAs(
  { projectId, userId = "ada" }: { projectId: string; userId?: string },
  queries: (string | SearchInput["queries"][number])[],
  config: Partial<SessionConfig> = {},
  more: Partial<SearchInput> = {},
) {
  const call = {
    caller: { projectId, settings: { storePayloads: true } },
    session: plainSession(projectId, userId, config),
    facts: { source: {}, requestId: "req_test" },
  };
  const searchQueries = queries.map((query) => (typeof query === "string" ? { use_case: query } : query));
  const answer = await searchForSession(call, { ...more, queries: searchQueries });
  return { answer, first: answer.results[0] ?? expect.fail("no result") };
}
