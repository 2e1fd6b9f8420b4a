/** Whom an account belongs to at the provider: name, e-mail and id there. Personal data, so sealed in the database. */
import { openJson, sealJson } from "@/lib/kernel/process/vault";

/** As the provider returns it; at least one field is set. */
export type CurrentUser = { id?: string; name?: string; email?: string };

const sealContext = (projectId: string, id: string) => ({
  projectId,
  rowId: id,
  column: "connected_account.provider_user",
});

/** Seals whom one account belongs to; null for nobody known. */
export const sealCurrentUser = (projectId: string, id: string, user: CurrentUser | null): string | null =>
  user && sealJson(user, sealContext(projectId, id));

/** Opens what `sealCurrentUser` made for the same account. */
export const openCurrentUser = (projectId: string, id: string, sealed: string | null): CurrentUser | null =>
  sealed === null ? null : (openJson(sealed, sealContext(projectId, id)) as CurrentUser);
