/** The data that would be deleted with a project, for the person who must confirm the deletion. */
import type { z } from "zod";
import { countApiKeys } from "@/lib/access/keys/count-api-keys";
import { countProjectAccounts } from "@/lib/connected-accounts/accounts/list-users";
import { countFiles } from "@/lib/files/project-end";
import { countSessions } from "@/lib/sessions/project-end";
import { countTriggers } from "@/lib/triggers/project-end";
import type { projectEndApi } from "./contract";

export async function countContents(
  projectId: string,
): Promise<z.input<typeof projectEndApi.getProjectContents.response>> {
  const [accounts, keys, triggers, sessions, files] = await Promise.all([
    countProjectAccounts(projectId),
    countApiKeys(projectId),
    countTriggers(projectId),
    countSessions(projectId),
    countFiles(projectId),
  ]);
  return { connected_accounts: accounts.total, api_keys: keys, triggers, sessions, files };
}
