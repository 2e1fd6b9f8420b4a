/**
 * Disconnects an account on request of its user. It is revoked in the same way as by the API; if the provider does not
 * cooperate, the account is out of use here nevertheless, and a job revokes it at the provider.
 */
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { requireAccount } from "../accounts/accounts";
import { revokeAccount } from "./revoke-account";
import { revokeLater } from "./create-revocation";

/**
 * revoked: the provider revoked everything. deleted: something counts at the provider until someone removes it there.
 * nothing: the account had nothing to revoke. later: the provider did not answer, and is asked again. refused: the
 * provider refused. already: it was revoked before.
 */
export type Disconnection = "revoked" | "deleted" | "nothing" | "later" | "refused" | "already";

/**
 * Ends an account for its user. When this returns, nothing here can use it any more. A second call changes nothing.
 * @throws ApiError NotFound
 */
export async function disconnectAccount(projectId: string, id: string, on: Origin): Promise<Disconnection> {
  if ((await requireAccount(projectId, id)).status === "REVOKED") return "already";
  try {
    const { revokedTokens } = await revokeAccount(projectId, id, { by: "user", on });
    if (revokedTokens.includes("credential")) return "deleted";
    return revokedTokens.length > 0 ? "revoked" : "nothing";
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "NotFound") throw error;
    const reason = "Disconnected by the user. The provider is being told.";
    if (!(await revokeLater(projectId, id, { reason, by: "user" }))) return "already";
    return error.kind === "Unavailable" ? "later" : "refused";
  }
}
