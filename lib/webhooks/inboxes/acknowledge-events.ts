/** Ends or changes what a program has taken from an inbox. A receipt counts while nobody else has taken the event. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { wakeInbox } from "./wait-for-events";

const OF_RECEIPTS = `FROM unnest($3::bigint[], $4::text[]) AS r(id, claim)
    WHERE d.project_id = $1 AND d.subscription_id = $2 AND d.id = r.id AND d.claim = r.claim`;

const ACKNOWLEDGE = statement({
  name: "inboxes.acknowledge",
  text: `UPDATE webhook_delivery d SET state = 'delivered', next_at = NULL, claim = NULL, claimed_until = NULL,
    ended_at = now() ${OF_RECEIPTS} RETURNING d.id::text || '.' || r.claim AS receipt`,
  columns: { receipt: "text?" },
});

const KEEP = statement({
  name: "inboxes.keep",
  text: `UPDATE webhook_delivery d SET claimed_until = now() + make_interval(secs => $5::float8) ${OF_RECEIPTS}
    RETURNING d.id::text || '.' || r.claim AS receipt`,
  columns: { receipt: "text?" },
});

/** An event gets its original time back, so that later events of the lane do not overtake it. */
const GIVE_BACK = statement({
  name: "inboxes.give-back",
  text: `UPDATE webhook_delivery d SET state = 'waiting', next_at = least(d.created_at, now()), claim = NULL,
    claimed_until = NULL ${OF_RECEIPTS} RETURNING d.id::text || '.' || r.claim AS receipt`,
  columns: { receipt: "text?" },
});

/** A delivery and its claim; IDs of more digits are not ours. */
const RECEIPT = /^([1-9]\d{0,17})\.(ibc_\w{1,64})$/;

export type Settled = { settled: number; rejected: string[] };

async function settle(
  [projectId, inboxId]: readonly [string, string],
  receipts: readonly string[],
  change: (ids: string[], claims: string[]) => Promise<{ receipt: string | null }[]>,
): Promise<Settled> {
  const all = [...new Set(receipts)];
  const parsed = all.flatMap((receipt) => {
    const [, id, claim] = RECEIPT.exec(receipt) ?? [];
    return id !== undefined && claim !== undefined ? [{ id, claim }] : [];
  });
  const rows = await change(
    parsed.map(({ id }) => id),
    parsed.map(({ claim }) => claim),
  );
  // Later events of the lanes may be taken now.
  wakeInbox(projectId, inboxId);
  const settled = new Set(rows.map(({ receipt }) => receipt));
  return { settled: settled.size, rejected: all.filter((receipt) => !settled.has(receipt)) };
}

/** Acknowledges events: they do not come again. */
export const acknowledgeEvents = (projectId: string, inboxId: string, receipts: readonly string[]): Promise<Settled> =>
  settle([projectId, inboxId], receipts, (ids, claims) => rowsOf(ACKNOWLEDGE, [projectId, inboxId, ids, claims]));

/** Holds events for so many seconds from now; with 0 they wait again immediately. */
export const changeVisibility = (
  projectId: string,
  inboxId: string,
  receipts: readonly string[],
  seconds: number,
): Promise<Settled> =>
  settle([projectId, inboxId], receipts, (ids, claims) =>
    seconds === 0
      ? rowsOf(GIVE_BACK, [projectId, inboxId, ids, claims])
      : rowsOf(KEEP, [projectId, inboxId, ids, claims, seconds]),
  );
