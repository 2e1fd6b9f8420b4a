/**
 * Tokens for the browser of one end user. A token is a key of its own kind: it opens few operations, for one user and
 * the named tools, and expires with the API key that created it.
 */
import { z } from "zod";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import type { ByApiKey, ProjectCaller } from "../caller";
import { toSettings } from "../projects/project-config";
import { toPermissions } from "./key-scopes";
import { newKey } from "./new-key";
import { recordKeyUse } from "./record-key-use";

const PREFIX = "bt_";
const KIND = "browser";
const MAX_LENGTH = 200;
/** The tokens of a project that work at the same time. */
const MOST_TOKENS = 10_000;
/** Those of one user: so that nobody who loads a page again and again takes the room of the others. */
const MOST_OF_USER = 50;

const StoredLimits = z.strictObject({ users: z.array(z.string()).length(1), tools: z.array(z.string()) });

/** What every token can do, for its user and tools alone. */
const PERMISSIONS = toPermissions({ connected_accounts: "write", tool_execution: "write" });

/** Whether a text has the form of such a token; the token need not exist. */
export const isBrowserToken = (text: string): boolean => text.startsWith(PREFIX);

type NewToken = { userId: string; minutes: number; tools: readonly string[] };
export type BrowserToken = { id: string; token: string; userId: string; tools: readonly string[]; expiresAt: Date };

const noApiKey = () =>
  new ApiError("Forbidden", "Only an API key of a project can create browser tokens.", {
    suggestedFix: "Create the token in your backend, with a key from Settings, API keys, in x-api-key.",
  });

const tooMany = () =>
  new ApiError("Conflict", `The project has ${MOST_TOKENS} browser tokens that work, which is the maximum.`, {
    suggestedFix: "Create tokens for fewer minutes, and one for each visit of a user.",
    headers: { "x-should-retry": "false" },
  });

/** Deletes the oldest tokens of a user, so that there is room for one more. */
async function endOldest(tx: Pick<Db, "apiKey">, projectId: string, userId: string): Promise<void> {
  const oldest = await tx.apiKey.findMany({
    where: { projectId, kind: KIND, limits: { path: ["users"], equals: [userId] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: MOST_OF_USER - 1,
    select: { id: true },
  });
  if (oldest.length > 0) await tx.apiKey.deleteMany({ where: { projectId, id: { in: oldest.map(({ id }) => id) } } });
}

/**
 * Makes a token. Only the response contains its text: the row contains its SHA-256.
 * @param tools canonical slugs
 * @throws ApiError Forbidden for callers without an API key, Conflict if the project has too many tokens
 */
export async function createBrowserToken(
  { projectId, organizationId, by }: ProjectCaller,
  { userId, minutes, tools }: NewToken,
): Promise<BrowserToken> {
  if (by.kind !== "apiKey") throw noApiKey();
  const token = newKey(PREFIX);
  const ofProject = { projectId, kind: KIND };
  const expiresAt = inSeconds(minutes * 60);
  const id = newId("apiKeyRow");
  await db.$transaction(async (tx) => {
    await tx.apiKey.deleteMany({ where: { ...ofProject, expiresAt: { lte: now() } } });
    await endOldest(tx, projectId, userId);
    if ((await tx.apiKey.count({ where: ofProject })) >= MOST_TOKENS) throw tooMany();
    await tx.apiKey.create({
      data: {
        ...{ ...ofProject, id, organizationId, createdBy: by.keyId, createdAt: now(), expiresAt },
        ...{ name: "Browser token", prefix: token.slice(0, 8), hash: hashToken(token) },
        limits: { users: [userId], tools: [...tools] },
      },
    });
  });
  return { id, token, userId, tools, expiresAt };
}

const FIND = statement({
  name: "access.browser-token",
  text: `SELECT k.id, k.limits, p.id AS project_id, p.organization_id, p.config
  FROM api_key k JOIN project p ON p.id = k.project_id
  JOIN api_key m ON m.id = k.created_by AND m.project_id = k.project_id
  WHERE k.hash = $1 AND k.kind = 'browser' AND k.revoked_at IS NULL AND k.expires_at > $2
  AND m.revoked_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $2) AND p.deleted_at IS NULL`,
  columns: { id: "text", limits: "jsonb?", project_id: "text", organization_id: "text", config: "jsonb" },
});

function toBy(keyId: string, value: unknown): ByApiKey | null {
  const limits = StoredLimits.safeParse(value);
  if (!limits.success) return null;
  const { users, tools } = limits.data;
  const reach = { toolkits: null, users: new Set(users), tools: new Set(tools) };
  return { kind: "apiKey", keyId, permissions: PERMISSIONS, reach };
}

/**
 * The caller with this token; null for an unknown or expired one, and after the end of the API key that created it. Not
 * cached: the next request after the end must be refused. Its holder never sees a secret of an account.
 */
export async function findCallerByBrowserToken(
  token: string,
  findAddress: () => string | undefined,
): Promise<ProjectCaller | null> {
  if (!isBrowserToken(token) || token.length > MAX_LENGTH) return null;
  const [row] = await rowsOf(FIND, [hashToken(token), now()]);
  const by = row && toBy(row.id, row.limits);
  if (!by) return null;
  recordKeyUse(row.id, findAddress);
  return {
    ...{ kind: "project", organizationId: row.organization_id, projectId: row.project_id, by },
    settings: { ...toSettings(row.config), maskSecrets: true },
  };
}
