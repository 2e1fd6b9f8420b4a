/** Operations that a stolen sign-in must not do ask whether the person proved themselves a moment ago. */
import { NOT_FRESH } from "@/lib/contract/confirm-again";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { Caller } from "../caller";

const FRESH_MS = 10 * 60_000;

/** Read each time, because such operations are rare. */
const PROVEN = statement({
  name: "access.session-proven",
  text: "SELECT COALESCE(proven_at, created_at) AS proven_at FROM user_session WHERE id = $1",
  columns: { proven_at: "timestamptz?" },
});

/** The sign-in behind a call; undefined for keys. */
function signInOf(caller: Caller): string | undefined {
  if (caller.kind === "user") return "sessionId" in caller ? caller.sessionId : undefined;
  return caller.kind === "project" && caller.by.kind === "session" ? caller.by.sessionId : undefined;
}

/** When the person behind a sign-in proved themselves; undefined for keys, and for a sign-in that has ended. */
export async function findProvenAt(caller: Caller): Promise<Date | undefined> {
  const sessionId = signInOf(caller);
  if (sessionId === undefined) return undefined;
  const [row] = await rowsOf(PROVEN, [sessionId]);
  return row?.proven_at ?? undefined;
}

const notFresh = () =>
  new ApiError("Forbidden", "Confirm that it’s you first: you signed in more than ten minutes ago.", {
    slug: NOT_FRESH,
    suggestedFix: "Send your password or a code to POST /api/v3/internal/patchbay/profile/confirm, then try again.",
    headers: { "x-should-retry": "false" },
  });

const isRecent = (provenAt: Date | undefined): boolean =>
  Boolean(provenAt && now().getTime() - provenAt.getTime() <= FRESH_MS);

/** Whether the person behind a sign-in has proven themselves within ten minutes; false for keys. */
export const isFreshSignIn = async (caller: Caller): Promise<boolean> => isRecent(await findProvenAt(caller));

/**
 * For a decision inside a transaction, which must not wait for a query of another connection.
 * @returns throws ApiError Forbidden for a sign-in whose person has not proven themselves within ten minutes
 */
export async function readFreshness(caller: Caller): Promise<() => void> {
  const isSignIn = signInOf(caller) !== undefined;
  const provenAt = await findProvenAt(caller);
  return () => {
    if (isSignIn && !isRecent(provenAt)) throw notFresh();
  };
}

/** @throws ApiError Forbidden for a sign-in whose person has not proven themselves within ten minutes */
export const assertFreshSignIn = async (caller: Caller): Promise<void> => (await readFreshness(caller))();
