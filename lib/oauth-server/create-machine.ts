/** Clients of a project's own for programs without a person: one server, one user, a secret. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { createGrantIn, type NamedGrant, SERVER_NAME } from "./grants";

export type NewMachine = {
  name: string;
  /** Of the project, as its room has found it. */
  server: { id: string; toolkits: readonly string[]; allowedTools: readonly string[] };
  userId: string;
  toolkits: readonly string[];
  tools: readonly string[];
  createdBy: string;
};

function assertOffered(field: string, named: readonly string[], choices: readonly string[]): void {
  const other = named.find((name) => !choices.includes(name));
  if (other === undefined) return;
  const message = `${field}: the server has no ${other.slice(0, 200)}.`;
  throw new ApiError("BadRequest", message, {
    errors: [message],
    suggestedFix: `Use some of ${choices.slice(0, 20).join(", ")}, or leave ${field} out for all.`,
  });
}

/**
 * Makes a client. Its secret is in the answer and nowhere else: the row holds its SHA-256.
 * @throws ApiError BadRequest for toolkits and tools that the server does not have
 */
export async function createMachine(
  projectId: string,
  { name, server, userId, createdBy, ...limits }: NewMachine,
): Promise<{ grant: NamedGrant; secret: string }> {
  const toolkits = [...new Set(limits.toolkits.map((slug) => slug.toLowerCase()))];
  const tools = [...new Set(limits.tools.map((slug) => slug.toUpperCase()))];
  assertOffered("toolkits", toolkits, server.toolkits);
  if (server.allowedTools.length > 0) assertOffered("allowed_tools", tools, server.allowedTools);
  const secret = newToken("ocs_");
  const clientId = newId("oauthClient");
  const grant = await db.$transaction(async (tx) => {
    const data = { id: clientId, projectId, name, redirectUris: [], secretHash: hashToken(secret), createdAt: now() };
    await tx.oauthClient.create({ data });
    const { id } = await createGrantIn(tx, {
      projectId,
      serverId: server.id,
      clientId,
      clientName: name,
      userId,
      toolkits,
      tools,
      grantedAs: "machine",
      grantedBy: createdBy,
    });
    return tx.oauthGrant.findFirstOrThrow({ where: { id, projectId }, include: SERVER_NAME });
  });
  return { grant, secret };
}
