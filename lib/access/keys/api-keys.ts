/** API keys of projects: creates, lists and revokes them, and finds the caller by key. */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { afterNewest, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { processMemory } from "@/lib/kernel/process-memory";
import type { ProjectCaller } from "../caller";
import { announceChange, changeGeneration, dropOnChange } from "../announce-change";
import { type KeyLimits, readLimits, toAddressCheck, toReach } from "./key-limits";
import { type KeyScopes, readScopes, toPermissions } from "./key-scopes";
import { newKey } from "./new-key";
import { recordKeyUse } from "./record-key-use";
import { toSettings } from "../projects/project-config";

const PREFIX = "ak_";
/**
 * How long a key is cached. Notifications revoke keys at once; this limits the harm if their connection dies silently.
 */
const REMEMBER_MS = 5_000;
const MAX_KEY_LENGTH = 200;

type CachedKey = {
  caller: ProjectCaller;
  keyId: string;
  expiresAt: number;
  /** Whether the key works from an address; undefined if it works from everywhere. */
  isAddressAllowed: ReturnType<typeof toAddressCheck>;
};

const getCache = () =>
  processMemory("access.api-keys", () => {
    const cache = new CountedCache<string, CachedKey>("api_keys", { max: 10_000, ttl: REMEMBER_MS });
    dropOnChange({ clear: () => cache.clear(), key: (hash) => cache.delete(hash) });
    return cache;
  });

const FIND = statement({
  name: "access.key",
  text: `SELECT k.id, k.kind, k.scopes, k.limits, k.expires_at, p.id AS project_id, p.organization_id, p.config
  FROM api_key k JOIN project p ON p.id = k.project_id
  WHERE k.hash = $1 AND k.kind IN ('project', 'scoped', 'limited') AND k.revoked_at IS NULL AND p.deleted_at IS NULL`,
  columns: {
    ...{ id: "text", kind: "text", scopes: "jsonb?", limits: "jsonb?", expires_at: "timestamptz?" },
    ...{ project_id: "text", organization_id: "text", config: "jsonb" },
  },
});

async function readKnown(hash: string): Promise<CachedKey | null> {
  const before = changeGeneration();
  const [row] = await rowsOf(FIND, [hash]);
  if (!row) return null;
  const limits = row.kind === "limited" ? readLimits(row.limits) : {};
  const reach = toReach(limits);
  const entry: CachedKey = {
    caller: Object.freeze({
      kind: "project" as const,
      organizationId: row.organization_id,
      projectId: row.project_id,
      settings: Object.freeze(toSettings(row.config)),
      by: Object.freeze({
        kind: "apiKey" as const,
        keyId: row.id,
        ...(isScoped(row) && { permissions: toPermissions(readScopes(row.scopes)) }),
        ...(reach && { reach }),
      }),
    }),
    keyId: row.id,
    expiresAt: row.expires_at?.getTime() ?? Infinity,
    isAddressAllowed: toAddressCheck(limits),
  };
  if (before !== null && before === changeGeneration()) getCache().set(hash, entry);
  return entry;
}

const wrongAddress = (address: string | undefined) =>
  new ApiError("Forbidden", `This API key does not work from ${address ?? "an unknown address"}.`, {
    suggestedFix:
      "Call from an address that the key allows, or create a key for this address under Settings, API keys. " +
      "Behind a reverse proxy, the operator must name the proxy in PATCHBAY_TRUSTED_PROXIES.",
  });

/**
 * The caller with this project key; null for an unknown, expired or revoked one, and for other kinds of keys.
 * @param findAddress the client's address; without it, a key that is limited to addresses is refused
 * @throws ApiError Forbidden for an address that the key does not allow
 */
export async function findCallerByApiKey(
  key: string,
  findAddress: () => string | undefined = () => undefined,
): Promise<ProjectCaller | null> {
  if (!key.startsWith(PREFIX) || key.length > MAX_KEY_LENGTH) return null;
  const hash = hashToken(key);
  const entry = getCache().getIf(changeGeneration() !== null, hash) ?? (await readKnown(hash));
  if (!entry || entry.expiresAt <= now().getTime()) return null;
  if (entry.isAddressAllowed) {
    const address = findAddress();
    if (!entry.isAddressAllowed(address)) throw wrongAddress(address);
  }
  recordKeyUse(entry.keyId, findAddress);
  return entry.caller;
}

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  /** What a scoped key may do; null for full access. */
  scopes: KeyScopes | null;
  /** The limits of a limited key; null for others. */
  limits: KeyLimits | null;
  /** The person who made the key; null for a key that no person made. */
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** The client's address at the last use, if it is known. */
  lastUsedFrom: string | null;
  revokedAt: Date | null;
  /** The ID of the successor; null for a key that was not rotated. */
  replacedBy: string | null;
};

/** The columns that a key is shown with. */
export const SHOWN_FIELDS = {
  id: true,
  name: true,
  prefix: true,
  kind: true,
  scopes: true,
  limits: true,
  createdBy: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedFrom: true,
  revokedAt: true,
  replacedBy: true,
} as const;

/** With full access, with scopes, and with limits. */
export const KEY_KINDS = ["project", "scoped", "limited"];

/** Whether a key has less than full access; a limited key can have either. */
const isScoped = ({ kind, scopes }: { kind: string; scopes: unknown }): boolean =>
  kind === "scoped" || (kind === "limited" && scopes !== null);

/** A row with its scopes and limits as this version reads them. */
export const toApiKey = <Row extends { kind: string; scopes: unknown; limits: unknown }>({ kind, ...row }: Row) => ({
  ...row,
  scopes: isScoped({ kind, ...row }) ? readScopes(row.scopes) : null,
  limits: kind === "limited" ? readLimits(row.limits) : null,
});

export type NewApiKey = {
  name: string;
  expiresInDays?: number | undefined;
  /** The end of the key, if it is not counted in days. */
  expiresAt?: Date | null;
  createdBy?: string;
  scopes?: KeyScopes;
  limits?: KeyLimits;
};

/**
 * Makes a key, with full access unless it gets scopes, and for the whole project unless it gets limits. Only the
 * response contains its clear text: the row contains its SHA-256.
 * @throws ApiError NotFound for an unknown project
 */
export async function createApiKey(
  projectId: string,
  { name, expiresInDays, expiresAt, createdBy, scopes, limits }: NewApiKey,
  tx: Pick<Db, "apiKey" | "project"> = db,
): Promise<ApiKey & { key: string }> {
  const project = await tx.project.findFirst({
    where: { id: projectId, deletedAt: null },
    select: { organizationId: true },
  });
  if (!project) throw new ApiError("NotFound", `There is no project ${projectId}.`);
  const key = newKey(PREFIX);
  const row = await tx.apiKey.create({
    data: {
      id: newId("apiKeyRow"),
      organizationId: project.organizationId,
      projectId,
      kind: limits ? "limited" : scopes ? "scoped" : "project",
      ...(scopes && { scopes }),
      ...(limits && { limits }),
      name,
      prefix: key.slice(0, 8),
      hash: hashToken(key),
      createdBy: createdBy ?? null,
      createdAt: now(),
      expiresAt: expiresInDays === undefined ? (expiresAt ?? null) : inSeconds(expiresInDays * 86_400),
    },
    select: SHOWN_FIELDS,
  });
  return { ...toApiKey(row), key };
}

/** The project's keys, newest first, including expired and revoked keys. */
export async function findApiKeys(
  projectId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ApiKey>> {
  const cursor = readCursor(text);
  const where = { projectId, kind: { in: KEY_KINDS } };
  const [rows, total] = await Promise.all([
    db.apiKey.findMany({
      where: { ...where, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      select: SHOWN_FIELDS,
    }),
    db.apiKey.count({ where }),
  ]);
  return toPage(rows.map(toApiKey), total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
}

export type RevokedKey = { id: string; revokedAt: Date; alsoRevoked: string[] };

/**
 * Revokes a key at once, in every copy of the app. A second call returns the time of the first call.
 * @param alsoSameMaker also revokes every other key of the project that the same person made, or that was made without
 *   a person
 * @throws ApiError NotFound for an unknown key, and for a key of another project
 */
export async function revokeApiKey(projectId: string, id: string, alsoSameMaker = false): Promise<RevokedKey> {
  return db.$transaction(async (tx) => {
    const key = await tx.apiKey.findFirst({ where: { id, projectId }, select: { createdBy: true, revokedAt: true } });
    if (!key)
      throw new ApiError("NotFound", `There is no API key ${id} in this project.`, {
        suggestedFix: "List the project's keys to find its id.",
      });
    const revoked = await tx.apiKey.updateManyAndReturn({
      where: { projectId, revokedAt: null, ...(alsoSameMaker ? { createdBy: key.createdBy } : { id }) },
      data: { revokedAt: now() },
      select: { id: true, hash: true, revokedAt: true },
    });
    for (const { hash } of revoked) await announceChange(tx, { kind: "key", id: hash });
    const revokedKey = revoked.find((row) => row.id === id);
    return {
      id,
      revokedAt: revokedKey?.revokedAt ?? key.revokedAt ?? now(),
      alsoRevoked: revoked.flatMap((row) => (row.id === id ? [] : [row.id])),
    };
  });
}
