/**
 * The operator's OAuth apps, which auth configs of every project may use: entered, changed, deleted, and opened for
 * use.
 */
import { LRUCache } from "lru-cache";
import type { ManagedClient } from "@/generated/prisma/client";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { catalog, type CatalogToolkit } from "@/lib/catalog/read/catalog";
import { now } from "@/lib/kernel/time/clock";
import { db, isUniqueViolation } from "@/lib/kernel/database/db";
import { projectCache } from "@/lib/kernel/database/project-cache";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { processMemory } from "@/lib/kernel/process-memory";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { toScopes } from "./merge-credentials";
import { manageableSchemes, managedKeysOf, requireManagedSubject, type ManagedKey } from "./managed-subjects";
import { isMasked } from "./mask-secret";

export type ManagedApp = {
  clientId: string;
  clientSecret: string;
  /** What the provider lets the app ask for; empty = whatever a toolkit asks for. */
  scopes: readonly string[];
};

/** An app as its operator sees it. */
export type ListedApp = ManagedKey & ManagedApp & { id: string; createdAt: Date; updatedAt: Date; authConfigs: number };

type Secrets = { clientId: string; clientSecret: string };

/** Not bound to a project: every project may use the app, none may read it. */
const sealContext = (id: string) => ({ projectId: "", rowId: id, column: "managed_client.credentials" });

/** By ciphertext: a changed secret has another one. */
const getCache = () => processMemory("auth-configs.managed", () => new LRUCache<string, Secrets>({ max: 500 }));

function openSecrets(id: string, sealed: string): Secrets {
  const cachedSecrets = getCache().get(`${id} ${sealed}`);
  if (cachedSecrets) return cachedSecrets;
  const secrets = openJson(sealed, sealContext(id)) as Secrets;
  getCache().set(`${id} ${sealed}`, secrets);
  return secrets;
}

const FIND = statement({
  name: "auth-configs.managed-app",
  text: `SELECT id, kind, credentials, scopes FROM managed_client WHERE (kind = 'toolkit' AND key = $1) OR (kind = 'provider' AND key = $2)
  ORDER BY kind DESC LIMIT 1`,
  columns: { id: "text", kind: "text", credentials: "text", scopes: "text[]?" },
});

/**
 * The app for a scheme, read at each use so that a changed secret counts at once; null when the operator entered none,
 * or the scheme can have none.
 */
export async function findManagedApp(
  toolkit: Pick<CatalogToolkit, "slug" | "projectId" | "authSchemes">,
  scheme: ToolkitAuthScheme,
): Promise<ManagedApp | null> {
  if (!manageableSchemes(toolkit).some(({ mode }) => mode === scheme.mode)) return null;
  const keys = managedKeysOf(toolkit.slug, scheme);
  const [row] = await rowsOf(FIND, [toolkit.slug, keys.find(({ kind }) => kind === "provider")?.key ?? ""]);
  return row ? { ...openSecrets(row.id, row.credentials), scopes: row.scopes ?? [] } : null;
}

type ToolkitOfApp = Pick<CatalogToolkit, "slug" | "projectId" | "authSchemes">;

/** Which schemes of a toolkit have an app; `state` differs whenever another app was entered or deleted. */
export type ManagedModes = { state: string; modesOf: (toolkit: ToolkitOfApp) => ToolkitAuthScheme["mode"][] };

async function loadModes(): Promise<ManagedModes> {
  const rows = await db.managedClient.findMany({ select: { kind: true, key: true } });
  const knownKeys = new Set(rows.map(({ kind, key }) => `${kind} ${key}`));
  const hasApp = (toolkit: ToolkitOfApp) => (scheme: ToolkitAuthScheme) =>
    managedKeysOf(toolkit.slug, scheme).some(({ kind, key }) => knownKeys.has(`${kind} ${key}`));
  return {
    state: JSON.stringify([...knownKeys].sort()),
    modesOf: (toolkit) =>
      knownKeys.size === 0
        ? []
        : manageableSchemes(toolkit)
            .filter(hasApp(toolkit))
            .map(({ mode }) => mode),
  };
}

/** The apps belong to no project: there is one value for all. */
const EVERYBODYS = "";

const modes = projectCache<ManagedModes>({
  name: "auth-configs.managed-modes",
  channel: "patchbay_managed_apps",
  load: loadModes,
});

/** The schemes of each toolkit for which an app was entered, cached: every list of toolkits asks for them. */
export const managedModes = () => modes.valueOf(EVERYBODYS);

export async function findManagedModes(): Promise<ManagedModes["modesOf"]> {
  return (await managedModes()).modesOf;
}

/** How many auth configs of all projects use each app. An app of a toolkit comes before its provider's. */
async function countUses(
  rows: readonly Pick<ManagedClient, "kind" | "key">[],
): Promise<(key: Pick<ManagedClient, "kind" | "key">) => number> {
  const { toolkits } = await catalog();
  const toolkitKeys = new Set(rows.filter(({ kind }) => kind === "toolkit").map(({ key }) => key));
  const counts = new Map<string, number>();
  const groups = await db.authConfig.groupBy({ by: ["toolkitSlug", "scheme"], where: { managed: true }, _count: true });
  for (const { toolkitSlug, scheme: mode, _count } of groups) {
    const toolkit = toolkits.get(toolkitSlug);
    const scheme = toolkit && manageableSchemes(toolkit).find((candidate) => candidate.mode === mode);
    const key =
      scheme && managedKeysOf(toolkitSlug, scheme).find(({ kind, key }) => kind === "provider" || toolkitKeys.has(key));
    if (key) counts.set(`${key.kind} ${key.key}`, (counts.get(`${key.kind} ${key.key}`) ?? 0) + _count);
  }
  return ({ kind, key }) => counts.get(`${kind} ${key}`) ?? 0;
}

const toListed = (row: ManagedClient, authConfigs: number): ListedApp => ({
  id: row.id,
  kind: row.kind as ManagedKey["kind"],
  key: row.key,
  ...openSecrets(row.id, row.credentials),
  scopes: row.scopes,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  authConfigs,
});

/** Every app, by key. */
export async function listManagedApps(): Promise<ListedApp[]> {
  const rows = await db.managedClient.findMany({ orderBy: [{ key: "asc" }, { kind: "asc" }] });
  const uses = await countUses(rows);
  return rows.map((row) => toListed(row, uses(row)));
}

const unknownApp = (id: string) =>
  new ApiError("NotFound", `There is no managed app ${id.slice(0, 40)}.`, {
    suggestedFix: "List the apps under Settings, Managed apps.",
  });

async function requireListed(id: string): Promise<ListedApp> {
  const app = (await listManagedApps()).find((candidate) => candidate.id === id);
  if (!app) throw unknownApp(id);
  return app;
}

export type NewManagedApp = ManagedKey & {
  clientId: string;
  clientSecret: string;
  scopes: string | string[] | undefined;
};

/** @throws ApiError BadRequest for what can have no app, Conflict for a second one */
export async function createManagedApp({
  kind,
  key,
  clientId,
  clientSecret,
  scopes,
}: NewManagedApp): Promise<ListedApp> {
  const subject = await requireManagedSubject({ kind, key });
  const id = newId("managedClient");
  try {
    await db.$transaction(async (tx) => {
      await tx.managedClient.create({
        data: {
          id,
          kind,
          key,
          credentials: sealJson({ clientId, clientSecret }, sealContext(id)),
          scopes: toScopes(scopes) ?? [],
          createdAt: now(),
        },
      });
      await modes.announce(tx, EVERYBODYS);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ApiError("Conflict", `There is already a managed app for ${subject.name}.`, {
        suggestedFix: "Change that one instead.",
        errors: ["key: has an app already"],
        cause: error,
      });
    throw error;
  }
  return requireListed(id);
}

const LOCK = statement({
  name: "auth-configs.lock-managed-app",
  text: "SELECT 1 AS locked FROM managed_client WHERE id = $1 FOR UPDATE",
  columns: { locked: "int4" },
});

export type ManagedAppChange = {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  scopes?: string | string[] | undefined;
};

/**
 * Changes what is mentioned; a secret as it is shown (masked) stays.
 * @throws ApiError NotFound
 */
export async function updateManagedApp(id: string, change: ManagedAppChange): Promise<ListedApp> {
  await db.$transaction(async (tx) => {
    await rowsIn(tx, LOCK, [id]);
    const row = await tx.managedClient.findUnique({ where: { id } });
    if (!row) throw unknownApp(id);
    const { clientId, clientSecret } = openSecrets(id, row.credentials);
    const secret = change.clientSecret && !isMasked(change.clientSecret) ? change.clientSecret : clientSecret;
    await tx.managedClient.update({
      where: { id },
      data: {
        credentials: sealJson({ clientId: change.clientId ?? clientId, clientSecret: secret }, sealContext(id)),
        ...(change.scopes !== undefined && { scopes: toScopes(change.scopes) ?? [] }),
      },
    });
  });
  return requireListed(id);
}

/**
 * Deletes an app. Accounts that are connected through it work until their tokens end.
 * @throws ApiError NotFound
 */
export async function deleteManagedApp(id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.managedClient.deleteMany({ where: { id } });
    if (count === 0) throw unknownApp(id);
    await modes.announce(tx, EVERYBODYS);
  });
}
