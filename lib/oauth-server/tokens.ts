/**
 * Tokens: opaque, stored as hashes, bound to their grant. An access token lives an hour. A refresh token works once: it
 * is `ort_<family><part>`. The grant stores the family and the next part. An older part of the family was stolen, so it
 * ends the grant (RFC 9700 section 4.14.2). Two windows of a client, or a client that lost a response, repeat the
 * newest token: for a minute they get the same next token.
 */
import { createHmac, randomBytes } from "node:crypto";
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { announceChange, changeGeneration, dropOnChange } from "@/lib/access/announce-change";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { processMemory } from "@/lib/kernel/process-memory";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { endGrantsIn, type Grant } from "./grants";
import { OAuthError } from "./oauth-error";

const ACCESS = "oat_";
const REFRESH = "ort_";
const ACCESS_SECONDS = 3600;
/** From the last use on. */
const REFRESH_SECONDS = 30 * 24 * 3600;
/** How long a repeat of the refresh token that was used last counts as one of the same client. */
const REPEAT_MS = 60_000;
/** A machine with many workers has a token for each. */
const MOST_OF_A_GRANT = 100;
/**
 * How long a token is cached. Notifications end tokens at once; this limits the harm if their connection dies silently.
 */
const REMEMBER_MS = 5_000;

const FAMILY = /^ort_([0-9A-Za-z]{32})[0-9A-Za-z]{32}$/;

export type TokenAnswer = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token?: string;
  scope: string;
};

/** The only scope: the grant decides what it reaches. */
export const SCOPE = "tools";

const TRIM = statement({
  name: "oauth-server.trim-tokens",
  text: `DELETE FROM oauth_access_token WHERE grant_id = $1 AND hash IN (
    SELECT hash FROM oauth_access_token WHERE grant_id = $1 ORDER BY created_at DESC, hash OFFSET ${MOST_OF_A_GRANT})`,
});

async function issueAccess(tx: Db, { id, projectId }: Grant): Promise<TokenAnswer> {
  const token = newToken(ACCESS);
  await tx.oauthAccessToken.create({
    data: { hash: hashToken(token), projectId, grantId: id, createdAt: now(), expiresAt: inSeconds(ACCESS_SECONDS) },
  });
  await rowsIn(tx, TRIM, [id]);
  return { access_token: token, token_type: "Bearer", expires_in: ACCESS_SECONDS, scope: SCOPE };
}

/** An access token alone, for machines: their secret is what they refresh with. */
export const issueForMachine = (tx: Db, grant: Grant): Promise<TokenAnswer> => issueAccess(tx, grant);

/**
 * The refresh token after another one. Whoever has only the database cannot make it: the other token is known by its
 * hash alone.
 */
const nextRefresh = (family: string, token: string, seed: string): string =>
  family + createHmac("sha256", Buffer.from(seed, "hex")).update(token).digest("hex").slice(0, 32);

async function issuePair(tx: Db, grant: Grant, family: string, token?: string): Promise<TokenAnswer> {
  const seed = randomBytes(32).toString("hex");
  const refresh = token === undefined ? newToken(family) : nextRefresh(family, token, seed);
  await tx.oauthGrant.update({
    where: { id: grant.id, projectId: grant.projectId },
    data: {
      familyHash: hashToken(family),
      refreshHash: hashToken(refresh),
      refreshExpiresAt: inSeconds(REFRESH_SECONDS),
      ...(token !== undefined && { previousHash: hashToken(token), repeatSeed: seed, rotatedAt: now() }),
    },
  });
  return { ...(await issueAccess(tx, grant)), refresh_token: refresh };
}

/** The first tokens of a grant. */
export const issueFirst = (tx: Db, grant: Grant): Promise<TokenAnswer> => issuePair(tx, grant, newToken(REFRESH));

const GRANT = `SELECT g.id, g.project_id AS "projectId", g.server_id AS "serverId", g.client_id AS "clientId",
  g.user_id AS "userId", g.toolkits, g.tools, g.granted_as AS "grantedAs", g.granted_by AS "grantedBy"`;
const grantColumns = {
  id: "text",
  projectId: "text",
  serverId: "text",
  clientId: "text",
  userId: "text",
  toolkits: "text[]?",
  tools: "text[]?",
  grantedAs: "text",
  grantedBy: "text",
} as const;

const BY_FAMILY = statement({
  name: "oauth-server.grant-by-family",
  text: `${GRANT}, g.refresh_hash AS "refreshHash", g.refresh_expires_at AS "refreshExpiresAt",
    g.previous_hash AS "previousHash", g.repeat_seed AS "repeatSeed", g.rotated_at AS "rotatedAt"
    FROM oauth_grant g WHERE g.family_hash = $1 FOR UPDATE`,
  columns: {
    ...grantColumns,
    refreshHash: "text?",
    refreshExpiresAt: "timestamptz?",
    previousHash: "text?",
    repeatSeed: "text?",
    rotatedAt: "timestamptz?",
  },
});
const BY_ACCESS = statement({
  name: "oauth-server.grant-by-access",
  text: `${GRANT}, t.expires_at AS "expiresAt" FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id
    WHERE t.hash = $1`,
  columns: { ...grantColumns, expiresAt: "timestamptz" },
});

/** As Prisma reads them: the columns of lists take a null. */
const toGrant = <Row extends { toolkits: string[] | null; tools: string[] | null }>(row: Row) => ({
  ...row,
  toolkits: row.toolkits ?? [],
  tools: row.tools ?? [],
});

const createRefusal = () =>
  new OAuthError("invalid_grant", "The refresh token is unknown, expired or used, or its access was ended.");

type Rotation = { previousHash: string | null; repeatSeed: string | null; rotatedAt: Date | null };

/**
 * The seed of the newest refresh token for a repeat of the previous token; null for any other token, and after a
 * minute.
 */
const seedForRepeat = ({ previousHash, repeatSeed, rotatedAt }: Rotation, hash: string): string | null =>
  previousHash === hash && rotatedAt !== null && now().getTime() - rotatedAt.getTime() < REPEAT_MS ? repeatSeed : null;

/**
 * Issues new tokens for a refresh token, which ends. A used token ends its whole grant, except for a repeat of the last
 * used token within a minute: it gets the same refresh token and a new access token.
 * @param serverId the only server for which the tokens work, if the client names one
 * @param isWelcome whether the person who granted it still has the right to
 * @throws OAuthError invalid_grant, invalid_target
 */
export async function rotate(
  token: string,
  { clientId, serverId }: { clientId: string; serverId: string | null },
  isWelcome: (grant: Grant) => Promise<boolean>,
): Promise<TokenAnswer> {
  const family = FAMILY.exec(token)?.[1];
  if (family === undefined) throw createRefusal();
  const prefix = REFRESH + family;
  const outcome = await db.$transaction(async (tx) => {
    const [row] = await rowsIn(tx, BY_FAMILY, [hashToken(prefix)]);
    if (row?.clientId !== clientId) return null;
    const hash = hashToken(token);
    const seed = row.refreshHash === hash ? null : seedForRepeat(row, hash);
    if (row.refreshHash !== hash && seed === null) {
      await endGrantsIn(tx, row.projectId, { id: row.id });
      return null;
    }
    if (!row.refreshExpiresAt || row.refreshExpiresAt <= now()) return null;
    if (serverId !== null && serverId !== row.serverId) return "other server";
    const grant = toGrant(row);
    if (seed === null) return { grant, answer: await issuePair(tx, grant, prefix, token) };
    return { grant, answer: { ...(await issueAccess(tx, grant)), refresh_token: nextRefresh(prefix, token, seed) } };
  });
  if (outcome === "other server")
    throw new OAuthError("invalid_target", "The refresh token belongs to another server.");
  if (!outcome) throw createRefusal();
  // Outside the transaction, because it asks with a connection of its own.
  if (await isWelcome(outcome.grant)) return outcome.answer;
  await db.$transaction((tx) => endGrantsIn(tx, outcome.grant.projectId, { id: outcome.grant.id }));
  throw createRefusal();
}

type CachedGrant = Grant & { expiresAt: Date };

const getCache = () =>
  processMemory("oauth-server.tokens", () => {
    const cache = new CountedCache<string, CachedGrant>("mcp_tokens", { max: 10_000, ttl: REMEMBER_MS });
    dropOnChange({ clear: () => cache.clear() });
    return cache;
  });

/** Whether a bearer token is one of ours, by its form. */
export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS);

/**
 * The grant of an access token; null for an unknown, expired or ended token.
 * @param isWelcome whether the person who granted it still has the right to; called when the token is not cached
 */
export async function findGrant(token: string, isWelcome: (grant: Grant) => Promise<boolean>): Promise<Grant | null> {
  if (token.length > 100) return null;
  const hash = hashToken(token);
  const before = changeGeneration();
  const remembered = getCache().getIf(before !== null, hash);
  if (remembered) return remembered.expiresAt > now() ? remembered : null;
  const [row] = await rowsOf(BY_ACCESS, [hash]);
  if (!row || row.expiresAt <= now()) return null;
  const grant = toGrant(row);
  if (!(await isWelcome(grant))) return null;
  if (before !== null && before === changeGeneration()) getCache().set(hash, grant);
  return grant;
}

/**
 * Ends what a token of a client belongs to (RFC 7009): by its refresh token the grant, by an access token that one
 * alone. An unknown token is ended already.
 */
export async function revokeToken(token: string, clientId: string): Promise<void> {
  const family = FAMILY.exec(token)?.[1];
  await db.$transaction(async (tx) => {
    if (family !== undefined) {
      const [row] = await rowsIn(tx, BY_FAMILY, [hashToken(REFRESH + family)]);
      if (row?.clientId === clientId) await endGrantsIn(tx, row.projectId, { id: row.id });
      return;
    }
    const hash = hashToken(token);
    const [row] = await rowsIn(tx, BY_ACCESS, [hash]);
    if (row?.clientId !== clientId) return;
    await tx.oauthAccessToken.deleteMany({ where: { hash, projectId: row.projectId } });
    await announceChange(tx, "callers");
  });
}
