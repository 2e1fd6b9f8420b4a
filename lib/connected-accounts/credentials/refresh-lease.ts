/** A lease in an account's row: only its owner is allowed to ask the provider about the account's tokens. */
import type { AccountKey } from "../accounts/usability";
import { randomUUID } from "node:crypto";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import type { AccountStatus } from "../contract";

/**
 * In milliseconds; tests shorten them. `lease`: how long a lease is valid without a renewal. `grace`: how long others
 * wait after it expired, because its owner possibly still has tokens to store when the database was not available.
 * `wait`: how long others wait in total; longer than the limit for a provider.
 */
export const leaseTimes = () =>
  processMemory("connected-accounts.lease", () => ({ lease: 5000, grace: 5000, wait: 25_000 }));

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;

/** `end` ends the lease; a call after the lease was lost does nothing. */
export type Lease = { end: () => Promise<void> };

// All times are those of the database, because the clocks of two copies of the app can differ.
const READ = statement({
  name: "connected-accounts.lease-read",
  text: `SELECT status, status_reason AS "statusReason", credentials, expires_at AS "expiresAt",
    refresh_after AS "refreshAfter", refresh_failures AS "refreshFailures", refresh_lease_owner AS "leaseOwner",
    coalesce(refresh_lease_until > clock_timestamp(), false) AS "isLeased"
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

/** The columns of an account that decide about its tokens. */
export type TokenRow = Omit<LeasedRow, "leaseOwner" | "isLeased">;

/** Takes the lease only if the row has not changed since it was read. */
const CLAIM = statement({
  name: "connected-accounts.lease-claim",
  text: `UPDATE connected_account
  SET refresh_lease_owner = $3, refresh_lease_until = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE project_id = $1 AND id = $2
    AND refresh_lease_owner IS NOT DISTINCT FROM $5 AND coalesce(refresh_lease_until < clock_timestamp(), true)
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

/** The present row, whoever has the lease. */
export const readTokenRow = async ({ projectId, id }: AccountKey): Promise<LeasedRow | undefined> =>
  (await rowsOf(READ, [projectId, id]))[0];

function createLease({ projectId, id }: AccountKey, owner: string, on: Origin): Lease {
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

async function claim({ projectId, id }: AccountKey, row: LeasedRow, on: Origin): Promise<Lease | undefined> {
  const owner = randomUUID();
  const { lease } = leaseTimes();
  const { leaseOwner, status, credentials, refreshFailures } = row;
  const parameters = [projectId, id, owner, lease, leaseOwner, status, credentials, refreshFailures];
  const rows = await rowsOf(CLAIM, parameters);
  return rows.length > 0 ? createLease({ projectId, id }, owner, on) : undefined;
}

export type LeaseResult<T> = { settled: T } | { row: TokenRow; lease: Lease } | "late";

/**
 * Waits until nobody has the lease of an account, and takes it.
 * @param settle is called with the row before each try (undefined for a deleted row); a result ends the wait, because
 * another process has done the work or nothing is left to do
 * @returns "late" if another process had the lease during the whole waiting time
 */
export async function waitForLease<T extends object>(
  account: AccountKey,
  settle: (row: TokenRow | undefined) => T | undefined,
  on: Origin,
): Promise<LeaseResult<T>> {
  const { wait, grace } = leaseTimes();
  const startedAt = performance.now();
  const lapsed = { owner: "", since: 0 };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const row = await readTokenRow(account);
    const settled = settle(row);
    if (settled) return { settled };
    if (!row) throw new Error("An account that is gone was not settled.");
    // If the owner renews its lease after all, the grace time starts again.
    const owner = row.isLeased ? "" : (row.leaseOwner ?? "");
    if (owner !== lapsed.owner) Object.assign(lapsed, { owner, since: performance.now() });
    const isFree = !row.isLeased && (owner === "" || performance.now() - lapsed.since > grace);
    const lease = isFree ? await claim(account, row, on) : undefined;
    if (lease) return { row, lease };
    if (performance.now() - startedAt > wait) return "late";
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
