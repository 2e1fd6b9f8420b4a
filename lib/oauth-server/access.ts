/** What a bearer token opens of an MCP server: one of ours, or one of the identity provider that the project trusts. */
import { hashToken } from "@/lib/kernel/ids";
import { metadataUrlOf } from "./addresses";
import { type Grant, recordGrantUse } from "./grants";
import { identifyUser, looksLikeJwt } from "./identify-user";
import { isWelcome } from "./find-person";
import { findGrant, isAccessToken, SCOPE } from "./tokens";

export type Access = {
  /** Names the token's holder in rate limits and traces. */
  subject: string;
  userId: string;
  /** All of the server's where left out. */
  toolkits?: string[];
  /** All of the toolkits' where left out. */
  tools?: string[];
};

/** Whether a credential is a token, by its form; keys of projects look otherwise. */
export const isToken = (credential: string): boolean => isAccessToken(credential) || looksLikeJwt(credential);

type Server = { id: string; projectId: string };

async function findOwn({ id: serverId, projectId }: Server, token: string): Promise<Grant | null> {
  const grant = await findGrant(token, isWelcome);
  return grant?.serverId === serverId && grant.projectId === projectId ? grant : null;
}

/** Whether a token opens a server now. */
export const isOpenTo = async (server: Server, token: string): Promise<boolean> =>
  (isAccessToken(token) ? await findOwn(server, token) : await identifyUser(server.projectId, token)) !== null;

/** What a token opens of a server; null for one that is unknown, expired, ended, or meant for another server. */
export async function findAccess(server: Server, token: string): Promise<Access | null> {
  if (!isAccessToken(token)) {
    const user = await identifyUser(server.projectId, token);
    return user && { subject: hashToken(user.userId), ...user };
  }
  const grant = await findOwn(server, token);
  if (!grant) return null;
  recordGrantUse(grant.id);
  const { userId, toolkits, tools } = grant;
  return {
    subject: grant.id,
    userId,
    ...(toolkits.length > 0 && { toolkits }),
    ...(tools.length > 0 && { tools }),
  };
}

/**
 * The challenge of a 401 at an endpoint (RFC 6750 section 3, RFC 9728 section 5.1).
 * @param path of the endpoint
 */
export const challengeAt = (path: string, wasToken: boolean): string =>
  `Bearer resource_metadata="${metadataUrlOf(path)}", scope="${SCOPE}"${wasToken ? ', error="invalid_token"' : ""}`;
