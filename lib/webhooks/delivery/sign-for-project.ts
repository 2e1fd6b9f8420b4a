/** Signs messages other than events with the secret of a project's webhook endpoint. */
import { db } from "@/lib/kernel/database/db";
import { openSecrets } from "../subscriptions/secrets";
import { signMessage } from "./sign-message";

const findOldest = (projectId: string) =>
  db.webhookSubscription.findFirst({
    where: { projectId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/** Whether the project has a secret that its receivers know. */
export const canSign = async (projectId: string): Promise<boolean> => (await findOldest(projectId)) !== null;

/** The value of `webhook-signature`, by the project's oldest endpoint; null without an endpoint. */
export async function signForProject(
  projectId: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Promise<string | null> {
  const row = await findOldest(projectId);
  return row && signMessage(openSecrets(row).signing, id, seconds, body);
}
