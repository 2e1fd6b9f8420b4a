/** Which of many accounts, of any projects, can be used now; for jobs that follow their accounts. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { CONFIG } from "./account-row";

export type AccountKey = { projectId: string; id: string };
export type Usability = {
  usable: boolean;
  /** When it became ACTIVE the last time, or was connected again. */
  activeSince: Date | null;
};

const USABLE = statement({
  name: "connected-accounts.usable",
  text: `SELECT a.id, (a.status = 'ACTIVE' AND a.enabled AND c.enabled) AS usable,
      (SELECT max(e.at) FROM connected_account_event e WHERE e.account_id = a.id AND e.status = 'ACTIVE') AS "activeSince"
    FROM unnest($1::text[], $2::text[]) AS w(project_id, id)
    JOIN connected_account a ON a.project_id = w.project_id AND a.id = w.id ${CONFIG}`,
  columns: { id: "text", usable: "bool", activeSince: "timestamptz?" },
});

/** By the accounts' ids; those that were deleted are absent. */
export async function findUsability(places: readonly AccountKey[]): Promise<Map<string, Usability>> {
  const rows = await rowsOf(USABLE, [places.map(({ projectId }) => projectId), places.map(({ id }) => id)]);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
