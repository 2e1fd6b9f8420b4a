/** Seals the credentials with which a job revokes an account; the account is possibly deleted when the job runs. */
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { AccountValues } from "../account-values";

/** `ownScheme`: that of a toolkit of the project's own, which is possibly deleted when the job runs. */
export type RevocationCredentials = { values: AccountValues; app: AppCredentials; ownScheme?: ToolkitAuthScheme };

const sealContext = (projectId: string, itemId: string) => ({
  projectId,
  rowId: itemId,
  column: "revocation_item.credentials",
});

/** Seals the credentials of one item. */
export const sealRevocationCredentials = (
  projectId: string,
  itemId: string,
  credentials: RevocationCredentials,
): string => sealJson(credentials, sealContext(projectId, itemId));

/** Opens what `sealRevocationCredentials` made for the same item. */
export const openRevocationCredentials = (projectId: string, itemId: string, sealed: string): RevocationCredentials =>
  openJson(sealed, sealContext(projectId, itemId)) as RevocationCredentials;
