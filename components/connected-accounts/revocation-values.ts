/** The page's values of a revocation job. */
import type { ResultOf } from "@/lib/contract/client";
import type { revocationApi } from "@/generated/addresses/connected-accounts/revocation";

export type Revocation = ResultOf<typeof revocationApi.getRevocation>;
export type RevocationReport = ResultOf<typeof revocationApi.getRevocationReport>;

export const REPORTS_HREF = "/connected-accounts/revocations";
export const reportHref = (id: string): string => `${REPORTS_HREF}/${encodeURIComponent(id)}`;

const SCOPES: Record<Revocation["scope"], string> = {
  account: "the account",
  auth_config: "the auth config",
  user: "the user",
  toolkit: "the toolkit",
  project: "the project",
};

/** "Everything of the user ada"; an account that was deleted is one account. */
export function toTitle({ scope, target, deletes }: Pick<Revocation, "scope" | "target" | "deletes">): string {
  const what = `${SCOPES[scope]}${target ? ` ${target}` : ""}`;
  if (scope === "account") return `Deleted account ${target ?? ""}`.trim();
  return deletes ? `Deleted auth config ${target ?? ""}`.trim() : `All accounts of ${what}`;
}

/** The job in one sentence. */
export function toSummary({
  status,
  total,
  waiting,
  revoked,
  kept_elsewhere: keptCount,
  failed,
}: Pick<Revocation, "status" | "total" | "waiting" | "revoked" | "kept_elsewhere" | "failed">): string {
  if (total === 0) return "There were no accounts to revoke.";
  const parts = [
    `${revoked} of ${total} revoked`,
    waiting > 0 && `${waiting} waiting for the provider`,
    failed > 0 && `${failed} rejected or unreachable`,
    keptCount > 0 && `${keptCount} with a key to remove at the provider`,
  ];
  return `${status === "running" ? "Working: " : ""}${parts.filter(Boolean).join(", ")}.`;
}
