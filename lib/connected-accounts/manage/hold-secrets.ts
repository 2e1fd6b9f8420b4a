/** Whether the accounts of an auth config hold anything that must not be read. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import type { Db } from "@/lib/kernel/database/db";
import { openAccountValues } from "../account-values";
import { PENDING_URL } from "../credentials/connection-values";

const PAGE = 200;
/** Beyond so many accounts without a secret, there is one for all that is known. */
const MOST = 5_000;

/**
 * Whether an account of the auth config has a token, a key or another secret, whatever its status. Attempts that never
 * got one do not count.
 */
export async function holdSecrets(
  tx: Db,
  projectId: string,
  authConfigId: string,
  scheme: ToolkitAuthScheme,
): Promise<boolean> {
  let after = "";
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const rows = await tx.connectedAccount.findMany({
      where: { projectId, authConfigId, credentials: { not: null }, id: { gt: after } },
      select: { id: true, credentials: true },
      orderBy: { id: "asc" },
      take: PAGE,
    });
    for (const { id, credentials } of rows)
      for (const [name, value] of Object.entries(openAccountValues(projectId, id, credentials)))
        if (value !== "" && name !== PENDING_URL && isSecretValue(name, scheme)) return true;
    if (rows.length < PAGE) return false;
    after = rows.at(-1)?.id ?? after;
  }
  return true;
}
