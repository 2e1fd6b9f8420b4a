/** Decides which users may use an account: its owner, and the users whom the access list of a shared account allows. */
import { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";

/** The access list of a SHARED account, with the names of the API. */
export type Acl = { allow_all_users?: boolean; allowed_user_ids?: string[]; not_allowed_user_ids?: string[] };

const StoredAcl = z
  .object({
    allow_all_users: z.boolean().optional(),
    allowed_user_ids: z.array(z.string()).optional(),
    not_allowed_user_ids: z.array(z.string()).optional(),
  })
  .catch({});

/** Reads a stored list; an unreadable one allows nobody. */
export const readAcl = (storedAcl: unknown): Acl => StoredAcl.parse(storedAcl ?? {});

/** The whole list; settings that were never stored allow nobody. */
export const wholeAcl = (storedAcl: unknown): Required<Acl> => ({
  allow_all_users: false,
  allowed_user_ids: [],
  not_allowed_user_ids: [],
  ...readAcl(storedAcl),
});

/** Whether `userId` is allowed to use the account. The list of forbidden users wins over every permission. */
export function mayUse(account: { userId: string; accountType: string; acl: unknown }, userId: string): boolean {
  if (account.userId === userId) return true;
  if (account.accountType !== "SHARED") return false;
  const acl = readAcl(account.acl);
  if (acl.not_allowed_user_ids?.includes(userId)) return false;
  return acl.allow_all_users === true || acl.allowed_user_ids?.includes(userId) === true;
}

/** @throws ApiError BadRequest for a list on a private account; the official clients look for this sentence */
export function assertAclFits(accountType: string, acl: Acl | undefined): void {
  if (acl && accountType !== "SHARED")
    throw new ApiError("BadRequest", "acl_config_for_shared is only valid on SHARED connected accounts.", {
      suggestedFix: "Send account_type SHARED with it, or leave it out.",
    });
}
