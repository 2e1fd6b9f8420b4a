/** The credentials that a job needs to revoke an account which may be gone by then: sealed, and kept until the provider answered. */
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { AccountValues } from "../account-credentials";

export type HandedOver = { values: AccountValues; app: AppCredentials };

const place = (projectId: string, itemId: string) => ({
  projectId,
  rowId: itemId,
  column: "revocation_item.credentials",
});

/** Seals what belongs to one item. */
export const sealHandedOver = (projectId: string, itemId: string, handed: HandedOver): string =>
  sealJson(handed, place(projectId, itemId));

/** Opens what `sealHandedOver` made for the same item. */
export const openHandedOver = (projectId: string, itemId: string, sealed: string): HandedOver =>
  openJson(sealed, place(projectId, itemId)) as HandedOver;
