/** One process at a time may ask a provider about an account's tokens: a lease in the account's row says which. */
import { randomUUID } from "node:crypto";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import type { AccountStatus } from "../contract";

/**
 * In milliseconds. `lease`: how long a process counts that does not renew it. `grace`: after a lease that ran out, its owner
 * may have tokens to store and be waiting for the database like everybody else, so it comes first. `wait`: how long others
 * wait; longer than a provider may take. Tests shorten them.
 */
export const leaseTimes = () =>
  processMemory("connected-accounts.lease", () => ({ lease: 5000, grace: 5000, wait: 25_000 }));

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;

type Place = { projectId: string; id: string };

/** `end` gives it back; it may be called when the lease was lost to somebody else. */
export type Lease = { end: () => Promise<void> };

// Times are the database's own: the clocks of two copies of the app may differ by more than a lease.
const READ = statement({
  name: "connected-accounts.lease-read",
  text: `SELECT status, status_reason AS "statusReason", credentials, expires_at AS "expiresAt", refresh_after AS "refreshAfter",
  refresh_failures AS "refreshFailures", refresh_lease_owner AS "leaseOwner", coalesce(refresh_lease_until > clock_timestamp(), false) AS "isLeased"
  FROM connected_account WHERE project_id = $1 AND id = $2`,
  columns: {
    status: narrowed<AccountStatus>()("text"),
    statusReason: "text?",
    credentials: "text?",
    expiresAt: "timestamptz?",
    refreshAfter: "timestamptz?",
    refreshFailures: "int4",
    leaseOwner: "text?",
    isLeased: "bool",
  },
});
type LeasedRow = StatementRow<typeof READ>;

/** What of an account decides about its tokens. */
export type TokenRow = Omit<LeasedRow, "leaseOwner" | "isLeased">;

/** Only while everything is as it was read: what was decided by it still holds then. */
const CLAIM = statement({
  name: "connected-accounts.lease-claim",
  text: `UPDATE connected_account SET refresh_lease_owner = $3, refresh_lease_until = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE project_id = $1 AND id = $2 AND refresh_lease_owner IS NOT DISTINCT FROM $5 AND coalesce(refresh_lease_until < clock_timestamp(), true)
    AND status = $6 AND credentials IS NOT DISTINCT FROM $7 AND refresh_failures = $8 RETURNING 1 AS taken`,
  columns: { taken: "int4" },
});

const RENEW = statement({
  name: "connected-accounts.lease-renew",
  text: `UPDATE connected_account SET refresh_lease_until = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE project_id = $1 AND id = $2 AND refresh_lease_owner = $3`,
});

const END = statement({
  name: "connected-accounts.lease-end",
  text: `UPDATE connected_account SET refresh_lease_owner = NULL, refresh_lease_until = NULL
  WHERE project_id = $1 AND id = $2 AND refresh_lease_owner = $3`,
});

/** The row as it is now, whoever has the lease. */
export const readTokenRow = async ({ projectId, id }: Place): Promise<LeasedRow | undefined> =>
  (await rowsOf(READ, [projectId, id]))[0];

function held({ projectId, id }: Place, owner: string, on: Origin): Lease {
  const quietly = (step: Promise<unknown>) =>
    step.then(
      () => undefined,
      (error: unknown) =>
        log.warn(on, "the lease of an account's tokens was not written", { error, connected_account_id: id }),
    );
  const { lease } = leaseTimes();
  const renewal = setInterval(() => {
    void quietly(rowsOf(RENEW, [projectId, id, owner, lease]));
  }, lease / 3);
  return {
    end: () => {
      clearInterval(renewal);
      return quietly(rowsOf(END, [projectId, id, owner]));
    },
  };
}

async function claim({ projectId, id }: Place, row: LeasedRow, on: Origin): Promise<Lease | undefined> {
  const owner = randomUUID();
  const { lease } = leaseTimes();
  const { leaseOwner, status, credentials, refreshFailures } = row;
  const given = [projectId, id, owner, lease, leaseOwner, status, credentials, refreshFailures];
  const taken = await rowsOf(CLAIM, given);
  return taken.length > 0 ? held({ projectId, id }, owner, on) : undefined;
}

export type Turn<T> = { settled: T } | { row: TokenRow; lease: Lease } | "late";

/**
 * Waits until the account's tokens are nobody's, and takes the lease.
 * @param settle looks at the row before each try, undefined when it is gone: whatever it answers ends the waiting, as
 *   somebody else has done the work or there is none
 * @returns "late" when another process has had the lease for as long as we wait
 */
export async function takeTurn<T extends object>(
  place: Place,
  settle: (row: TokenRow | undefined) => T | undefined,
  on: Origin,
): Promise<Turn<T>> {
  const { wait, grace } = leaseTimes();
  const began = performance.now();
  const lapsed = { owner: "", since: 0 };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const row = await readTokenRow(place);
    const settled = settle(row);
    if (settled) return { settled };
    if (!row) throw new Error("An account that is gone was not settled.");
    // A lease that is renewed after all begins anew.
    const owner = row.isLeased ? "" : (row.leaseOwner ?? "");
    if (owner !== lapsed.owner) Object.assign(lapsed, { owner, since: performance.now() });
    const isFree = !row.isLeased && (owner === "" || performance.now() - lapsed.since > grace);
    const lease = isFree ? await claim(place, row, on) : undefined;
    if (lease) return { row, lease };
    if (performance.now() - began > wait) return "late";
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
