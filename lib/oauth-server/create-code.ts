/** Codes: what a person allowed, until the client collects it once. */
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { createGrantIn, endGrantsIn, type Grant, type GrantedAs, type NewGrant } from "./grants";
import { OAuthError } from "./oauth-error";
import { provesChallenge } from "./pkce";
import { issueFirst, type TokenAnswer } from "./tokens";

const PREFIX = "oac_";
/** RFC 6749 section 4.1.2 allows ten minutes at most; a client collects its code at once. */
const SECONDS = 120;

export type Consent = Omit<NewGrant, "id" | "tools"> & { redirectUri: string; challenge: string };

/** A code for what a person allowed, and the id of the grant that it becomes. */
export async function createCode(consent: Consent): Promise<{ code: string; grantId: string }> {
  const code = newToken(PREFIX);
  const grantId = newId("oauthGrant");
  await db.oauthCode.create({ data: { ...consent, hash: hashToken(code), grantId, expiresAt: inSeconds(SECONDS) } });
  return { code, grantId };
}

const LOCK = statement({
  name: "oauth-server.lock-code",
  text: `SELECT project_id AS "projectId", server_id AS "serverId", client_id AS "clientId", client_name AS "clientName",
    redirect_uri AS "redirectUri", challenge, user_id AS "userId", toolkits, granted_as AS "grantedAs",
    granted_by AS "grantedBy", grant_id AS "grantId", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM oauth_code WHERE hash = $1 FOR UPDATE`,
  columns: {
    projectId: "text",
    serverId: "text",
    clientId: "text",
    clientName: "text",
    redirectUri: "text",
    challenge: "text",
    userId: "text",
    toolkits: "text[]?",
    grantedAs: "text",
    grantedBy: "text",
    grantId: "text",
    expiresAt: "timestamptz",
    usedAt: "timestamptz?",
  },
});
type Row = StatementRow<typeof LOCK>;

export type Collection = {
  clientId: string;
  redirectUri: string | undefined;
  verifier: string | undefined;
  /** The only server that the tokens shall work for, where the client names one. */
  serverId: string | null;
};

/** What of a collection does not fit its code. */
function misfit(row: Row, { clientId, redirectUri, verifier, serverId }: Collection): OAuthError | null {
  const invalid = (what: string) => new OAuthError("invalid_grant", what);
  if (row.clientId !== clientId) return invalid("The code was given to another client.");
  if (row.expiresAt <= now()) return invalid("The code has expired.");
  if (redirectUri !== row.redirectUri) return invalid("redirect_uri is not the one that the code was asked with.");
  if (!provesChallenge(verifier, row.challenge)) return invalid("code_verifier doesn't match the code_challenge.");
  if (serverId !== null && serverId !== row.serverId)
    return new OAuthError("invalid_target", "The code is for another resource.");
  return null;
}

const toGrant = ({ grantId: id, toolkits, grantedAs, ...row }: Row): NewGrant => ({
  id,
  projectId: row.projectId,
  serverId: row.serverId,
  clientId: row.clientId,
  clientName: row.clientName,
  userId: row.userId,
  toolkits: toolkits ?? [],
  tools: [],
  grantedAs: grantedAs as GrantedAs,
  grantedBy: row.grantedBy,
});

async function collectIn(tx: Db, code: string, by: Collection): Promise<TokenAnswer | OAuthError> {
  const unknown = new OAuthError("invalid_grant", "The code is unknown or was already used.");
  const hash = hashToken(code);
  const [row] = await rowsIn(tx, LOCK, [hash]);
  if (!row) return unknown;
  if (row.usedAt) {
    // Somebody else has it too, and nobody knows who of both is the client (RFC 6749 section 4.1.2).
    await endGrantsIn(tx, row.projectId, { id: row.grantId });
    return unknown;
  }
  await tx.oauthCode.update({ where: { hash, projectId: row.projectId }, data: { usedAt: now() } });
  const problem = misfit(row, by);
  if (problem) return problem;
  await tx.oauthClient.updateMany({ where: { id: row.clientId, projectId: null }, data: { lastUsedAt: now() } });
  const grant: Grant = await createGrantIn(tx, toGrant(row));
  return issueFirst(tx, grant);
}

/**
 * The tokens for a code. It is used up by this, whatever comes of it; a code that was used before ends what it gave.
 * @throws OAuthError invalid_grant, invalid_target
 */
export async function collect(code: string, by: Collection): Promise<TokenAnswer> {
  // A return value, because an error would roll back the writes.
  const answer = await db.$transaction((tx) => collectIn(tx, code, by));
  if (answer instanceof OAuthError) throw answer;
  return answer;
}
