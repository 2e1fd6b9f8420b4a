/** What the endpoints for clients answer: registration, tokens, revocation. Errors are in the form of OAuth. */
import { db } from "@/lib/kernel/database/db";
import { serverOfResource } from "./addresses";
import { authenticateClient, type Client, registerClient } from "./clients";
import { AUTH_METHODS, readMetadata } from "./client-metadata";
import { collect } from "./create-code";
import { descriptionOf, OAuthError } from "./oauth-error";
import { isWelcome } from "./find-person";
import { issueForMachine, revokeToken, rotate, type TokenAnswer } from "./tokens";

export type OAuthAnswer = { status: number; headers: Record<string, string>; body: unknown };

/** The fields of a form; null for a body that is no form, or has a field twice. */
export type OAuthForm = { fields: Record<string, string> | null; authorization: string | null };

const toFailure = (error: unknown, authorization: string | null): OAuthAnswer => {
  if (!(error instanceof OAuthError)) throw error;
  const asksAgain = error.status === 401 && authorization !== null;
  return {
    status: error.status,
    headers: asksAgain ? { "www-authenticate": 'Basic realm="oauth"' } : {},
    body: { error: error.code, error_description: descriptionOf(error) },
  };
};

async function answering(
  authorization: string | null,
  status: number,
  work: () => Promise<unknown>,
): Promise<OAuthAnswer> {
  try {
    return { status, headers: {}, body: await work() };
  } catch (error) {
    return toFailure(error, authorization);
  }
}

function readFields({ fields }: OAuthForm): Record<string, string> {
  if (fields) return fields;
  throw new OAuthError("invalid_request", "Send one form (application/x-www-form-urlencoded) with each field once.");
}

/** The server that a client names; null where it names none. */
function readServer({ resource }: Record<string, string>): string | null {
  if (!resource) return null;
  const serverId = serverOfResource(resource);
  if (serverId === null) throw new OAuthError("invalid_target", "resource is no MCP server of this server.");
  return serverId;
}

async function ofMachine(client: Client, serverId: string | null): Promise<TokenAnswer> {
  const { id: clientId, projectId } = client;
  if (projectId === null)
    throw new OAuthError("unauthorized_client", "client_credentials is for clients that a project created.");
  const answer = await db.$transaction(async (tx) => {
    const grant = await tx.oauthGrant.findFirst({ where: { projectId, clientId, project: { deletedAt: null } } });
    if (!grant || (serverId !== null && serverId !== grant.serverId)) return null;
    return issueForMachine(tx, grant);
  });
  if (!answer)
    throw new OAuthError("invalid_target", "This client is for another MCP server, or that one was deleted.");
  return answer;
}

async function token(form: OAuthForm): Promise<TokenAnswer> {
  const fields = readFields(form);
  const client = await authenticateClient(form.authorization, fields);
  const serverId = readServer(fields);
  const isMachine = client.projectId !== null;
  const { grant_type: type } = fields;
  if (type === "client_credentials") return ofMachine(client, serverId);
  if (type !== "authorization_code" && type !== "refresh_token")
    throw new OAuthError(
      type ? "unsupported_grant_type" : "invalid_request",
      "grant_type must be authorization_code, refresh_token or client_credentials.",
    );
  if (isMachine) throw new OAuthError("unauthorized_client", "This client only accepts client_credentials.");
  if (type === "refresh_token") return rotate(fields.refresh_token ?? "", { clientId: client.id, serverId }, isWelcome);
  return collect(fields.code ?? "", {
    clientId: client.id,
    redirectUri: fields.redirect_uri,
    verifier: fields.code_verifier,
    serverId,
  });
}

/** `POST /oauth/token` */
export const answerToken = (form: OAuthForm): Promise<OAuthAnswer> =>
  answering(form.authorization, 200, () => token(form));

/** `POST /oauth/revoke`: the same answer for every token of an authenticated client (RFC 7009 section 2.2). */
export const answerRevoke = (form: OAuthForm): Promise<OAuthAnswer> =>
  answering(form.authorization, 200, async () => {
    const fields = readFields(form);
    const client = await authenticateClient(form.authorization, fields);
    if (!fields.token) throw new OAuthError("invalid_request", "token is missing.");
    await revokeToken(fields.token, client.id);
    return {};
  });

/**
 * `POST /oauth/register`
 * @param body parsed; undefined for one that is no JSON
 * @param address of whoever asks
 */
export const answerRegister = (body: unknown, address: string | undefined): Promise<OAuthAnswer> =>
  answering(null, 201, async () => {
    const metadata = readMetadata(body);
    const { id, secret, createdAt } = await registerClient(metadata, address);
    return {
      client_id: id,
      client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
      ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: metadata.name,
      redirect_uris: metadata.redirectUris,
      grant_types: metadata.grantTypes,
      response_types: ["code"],
      token_endpoint_auth_method: AUTH_METHODS.find((method) => method === metadata.authMethod),
    };
  });
