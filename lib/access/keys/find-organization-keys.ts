/** Keys of organizations, for programs that create and delete projects. No key reaches what a project contains. */
import type { z } from "zod";
import { afterNewest, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import type { OrganizationCaller } from "../caller";
import { lockAs } from "../people/lock-organization";
import { rolesWith } from "../roles";
import { newKey } from "./new-key";
import type { organizationKeysApi } from "./organization-keys.contract";
import { recordKeyUse } from "./record-key-use";

const PREFIX = "oak_";
const KIND = "organization";
const MAX_KEY_LENGTH = 200;

const FIND = statement({
  name: "access.organization-key",
  text: `SELECT id, organization_id FROM api_key
  WHERE hash = $1 AND kind = 'organization' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
  columns: { id: "text", organization_id: "text" },
});

/**
 * The caller with this key; null for an unknown, expired or revoked key, and for other kinds of keys. Not cached: the
 * next request after the end must be refused, in every copy of the app.
 * @param findAddress the client's address, which is recorded
 */
export async function findCallerByOrganizationKey(
  key: string,
  findAddress?: () => string | undefined,
): Promise<OrganizationCaller | null> {
  if (!key.startsWith(PREFIX) || key.length > MAX_KEY_LENGTH) return null;
  const [row] = await rowsOf(FIND, [hashToken(key), now()]);
  if (!row) return null;
  recordKeyUse(row.id, findAddress);
  return { kind: "organization", organizationId: row.organization_id, keyId: row.id };
}

const LOCK = statement({
  name: "access.lock-organization-key",
  text: `SELECT id FROM api_key WHERE id = $1 AND organization_id = $2 AND kind = 'organization'
  AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3) FOR SHARE`,
  columns: { id: "text" },
});

/**
 * Checks again, inside a transaction, that the key of a caller works; until its end nobody can revoke the key.
 * @throws ApiError Unauthorized
 */
export async function holdOrganizationKey(
  tx: Pick<Db, "$queryRawUnsafe">,
  { keyId, organizationId }: OrganizationCaller,
): Promise<void> {
  if ((await rowsIn(tx, LOCK, [keyId, organizationId, now()])).length > 0) return;
  throw new ApiError("Unauthorized", "The key in x-org-api-key was revoked or expired meanwhile.", {
    suggestedFix: "Ask an owner of the organization for another key.",
  });
}

const SHOWN_FIELDS = {
  id: true,
  name: true,
  prefix: true,
  createdBy: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedFrom: true,
  revokedAt: true,
} as const;

type OrganizationKey = {
  id: string;
  name: string;
  prefix: string;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
  revokedAt: Date | null;
};

type NewOrganizationKey = { name: string; createdBy: string; expiresInDays?: number | undefined };

const noOwner = () =>
  new ApiError("Forbidden", "Only an owner creates a key of the organization, and you are no longer one.", {
    suggestedFix: "Ask an owner of the organization.",
  });

/**
 * Creates a key. Only the response contains its text: the row contains its SHA-256.
 * @throws ApiError NotFound for a person who is no longer a member, Forbidden for one who is no longer an owner
 */
export async function createOrganizationKey(
  organizationId: string,
  { name, createdBy, expiresInDays }: NewOrganizationKey,
): Promise<OrganizationKey & { key: string }> {
  const key = newKey(PREFIX);
  return db.$transaction(async (tx) => {
    // The removal of the owner waits; afterwards the person creates no key.
    const role = await lockAs(tx, { organizationId, userId: createdBy });
    if (!rolesWith("organization:write").includes(role)) throw noOwner();
    const row = await tx.apiKey.create({
      data: {
        ...{ id: newId("apiKeyRow"), organizationId, kind: KIND, name },
        ...{ prefix: key.slice(0, 9), hash: hashToken(key), createdBy, createdAt: now() },
        expiresAt: expiresInDays === undefined ? null : inSeconds(expiresInDays * 86_400),
      },
      select: SHOWN_FIELDS,
    });
    return { ...row, key };
  });
}

/** The organization's keys, newest first, including expired and revoked keys. */
export async function findOrganizationKeys(
  organizationId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<OrganizationKey>> {
  const cursor = readCursor(text);
  const where = { organizationId, kind: KIND };
  const [rows, total] = await Promise.all([
    db.apiKey.findMany({
      where: { ...where, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      select: SHOWN_FIELDS,
    }),
    db.apiKey.count({ where }),
  ]);
  return toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
}

/**
 * Revokes a key. A second call returns the time of the first call.
 * @throws ApiError NotFound for an unknown key, for a key of another organization, and for a key of a project
 */
export async function revokeOrganizationKey(organizationId: string, id: string): Promise<Date> {
  return db.$transaction(async (tx) => {
    const where = { id, organizationId, kind: KIND };
    const key = await tx.apiKey.findFirst({ where, select: { hash: true, revokedAt: true } });
    if (!key)
      throw new ApiError("NotFound", `There is no organization key ${id.slice(0, 40)} in this organization.`, {
        suggestedFix: "List the organization's keys to find its ID.",
      });
    if (key.revokedAt) return key.revokedAt;
    const revokedAt = now();
    await tx.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt } });
    await announceChange(tx, { kind: "key", id: key.hash });
    return revokedAt;
  });
}

type WireKey = z.output<(typeof organizationKeysApi)["listOrganizationKeys"]["response"]>["items"][number];

/** The key as the API returns it. */
export const toWireOrganizationKey = (key: OrganizationKey): WireKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  ...(key.createdBy && { created_by: key.createdBy }),
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt && { expires_at: key.expiresAt.toISOString() }),
  ...(key.lastUsedAt && { last_used_at: key.lastUsedAt.toISOString() }),
  ...(key.lastUsedFrom && { last_used_from: key.lastUsedFrom }),
  ...(key.revokedAt && { revoked_at: key.revokedAt.toISOString() }),
});
