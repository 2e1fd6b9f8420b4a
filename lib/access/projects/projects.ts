/** Projects: making them, and reading and changing their switches. */
import { findKnownProject } from "./known-project";
import { now } from "@/lib/kernel/time/clock";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { forgetAnswers } from "@/lib/kernel/idempotency/key-rows";
import { newId } from "@/lib/kernel/ids";
import type { ProjectCaller, ProjectSettings } from "../caller";
import { announceChange } from "../announce-change";
import {
  LOG_RETENTION_DAYS,
  logoUrlOf,
  sessionDaysOf,
  type ProjectConfig,
  toProjectConfig,
  toSettings,
} from "./project-config";
import { readFreshness } from "../factors/assert-fresh-sign-in";
import { assertKeepsProtection, lowersProtection } from "./assert-keeps-protection";

export type Project = {
  id: string;
  organizationId: string;
  name: string;
  config: ProjectConfig;
  createdAt: Date;
  updatedAt: Date;
};

const missing = (projectId: string) => new ApiError("NotFound", `There is no project ${projectId}.`);

/** The refusal of a name that another project of the organization has. */
export const nameTaken = (name: string, cause: unknown) =>
  new ApiError("Conflict", `The organization already has a project named ${name}.`, {
    suggestedFix: "Choose another name.",
    errors: ["name: is taken"],
    headers: { "x-should-retry": "false" },
    cause,
  });

/** @throws ApiError NotFound for an unknown or deleted project */
export async function requireProject(projectId: string): Promise<Project> {
  const row = await db.project.findFirst({ where: { id: projectId, deletedAt: null } });
  if (!row) throw missing(projectId);
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    config: toProjectConfig(row.config),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/**
 * The address in the project's app that confirms who came back from a provider; null if the project has none. Read each
 * time: a consent must not end by a previous setting.
 * @throws ApiError NotFound for an unknown or deleted project
 */
export const findCallbackVerifier = async (projectId: string): Promise<string | null> =>
  (await requireProject(projectId)).config.callbackVerifierUrl ?? null;

/** The names of projects, by id; for what the operator sees of all of them. */
export async function findProjectNames(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.project.findMany({
    where: { id: { in: [...ids] }, deletedAt: null },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The switches for work that no request started; null for a deleted project. */
export async function findSettings(projectId: string): Promise<ProjectSettings | null> {
  const row = await db.project.findFirst({ where: { id: projectId, deletedAt: null }, select: { config: true } });
  return row && toSettings(row.config);
}

/** Makes a project in an organization, inside the caller's transaction. */
export async function createProjectIn(
  tx: Pick<Db, "project">,
  organizationId: string,
  name: string,
): Promise<{ id: string; name: string; organizationId: string }> {
  const createdAt = now();
  const config: Partial<ProjectConfig> = { versionsAsOf: createdAt.toISOString() };
  const row = await tx.project.create({ data: { id: newId("project"), organizationId, name, config, createdAt } });
  return { id: row.id, name: row.name, organizationId };
}

/**
 * Makes a project in an organization.
 * @throws ApiError Conflict for a name that is taken
 */
export async function createProject(
  organizationId: string,
  name: string,
): Promise<{ id: string; name: string; organizationId: string }> {
  try {
    return await db.$transaction(async (tx) => {
      const project = await createProjectIn(tx, organizationId, name);
      await announceChange(tx, "callers");
      return project;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name, error);
    throw error;
  }
}

/**
 * The oldest organization's project of that name. Makes it if it does not exist; null before there is an organization.
 */
export async function ensureProject(name: string): Promise<string | null> {
  const organization = await db.organization.findFirst({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  if (!organization) return null;
  const existingProject = await db.project.findFirst({
    where: { organizationId: organization.id, name },
    select: { id: true },
  });
  if (existingProject) return existingProject.id;
  return db.$transaction(async (tx) => {
    const { id } = await createProjectIn(tx, organization.id, name);
    await announceChange(tx, "callers");
    return id;
  });
}

/**
 * Renames a project.
 * @throws ApiError Conflict for a name that is taken
 */
async function renameProject(projectId: string, name: string): Promise<void> {
  try {
    await db.$transaction(async (tx) => {
      const { count } = await tx.project.updateMany({ where: { id: projectId, deletedAt: null }, data: { name } });
      if (count === 0) throw missing(projectId);
      await announceChange(tx, "callers");
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name, error);
    throw error;
  }
}

/**
 * Changes a project: its name, its switches.
 * @throws ApiError Conflict for a name that is taken
 */
export async function updateProject(
  projectId: string,
  { name, config }: { name?: string | undefined; config: Partial<ProjectConfig> },
): Promise<Project> {
  if (name !== undefined) await renameProject(projectId, name);
  if (Object.keys(config).length > 0) await updateProjectConfig(projectId, config);
  return requireProject(projectId);
}

/**
 * Changes the switches of the caller's project; switches that protect it can be changed only by a caller who may change
 * the project itself.
 * @throws ApiError Forbidden, naming the field that would lower the protection, or for a sign-in that is not fresh
 */
export async function configureProject(caller: ProjectCaller, config: Partial<ProjectConfig>): Promise<ProjectConfig> {
  const assertFresh = await readFreshness(caller);
  return updateProjectConfig(caller.projectId, config, (before) => {
    assertKeepsProtection(caller, before, config);
    if (lowersProtection(before, config)) assertFresh();
  });
}

/** How many days each project's executions and its unused sessions are kept; null: sessions do not end. */
export type Retention = { projectId: string; days: number; sessionDays: number | null; storesPayloads: boolean };

/** Deleted projects are left out: their data is deleted at once. */
export async function findRetentions(): Promise<Retention[]> {
  const rows = await db.project.findMany({ where: { deletedAt: null }, select: { id: true, config: true } });
  return rows.map(({ id, config }) => {
    const projectConfig = toProjectConfig(config);
    return {
      projectId: id,
      days: projectConfig.logRetentionDays ?? LOG_RETENTION_DAYS,
      sessionDays: sessionDaysOf(projectConfig),
      storesPayloads: projectConfig.storePayloads,
    };
  });
}

/** Whose project it is, and whether it keeps the payloads of its events; undefined if it is deleted. */
export async function findPayloadRule(
  projectId: string,
): Promise<{ organizationId: string; storesPayloads: boolean } | undefined> {
  const project = await findKnownProject(projectId);
  return project
    ? { organizationId: project.organizationId, storesPayloads: project.settings.storePayloads }
    : undefined;
}

const LOCK_CONFIG = statement({
  name: "access.lock-config",
  text: "SELECT config FROM project WHERE id = $1 AND deleted_at IS NULL FOR UPDATE",
  columns: { config: "jsonb" },
});

/**
 * The switches of a project, whose row is locked until the transaction ends: two changes at the same time must both
 * arrive.
 * @throws ApiError NotFound for an unknown or deleted project
 */
export async function lockConfig(tx: Pick<Db, "$queryRawUnsafe">, projectId: string): Promise<ProjectConfig> {
  const [row] = await rowsIn(tx, LOCK_CONFIG, [projectId]);
  if (!row) throw missing(projectId);
  return toProjectConfig(row.config);
}

/**
 * Replaces the given switches in the caller's transaction; an empty name, logo, color or verifier is removed. Other
 * copies of the app use the new switches at once.
 */
export async function updateProjectConfigIn(
  tx: Db,
  projectId: string,
  patch: Partial<ProjectConfig>,
  assertAllowed: (before: ProjectConfig) => void = () => undefined,
): Promise<ProjectConfig> {
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const before = await lockConfig(tx, projectId);
  assertAllowed(before);
  const config = { ...before, ...changes };
  if (before.storePayloads && !config.storePayloads) await forgetAnswers(tx, projectId);
  if (config.displayName === "") delete config.displayName;
  if (patch.logoUrl !== undefined && before.logoId) {
    // The address of the uploaded logo keeps that logo; any other address replaces it.
    if (patch.logoUrl === logoUrlOf(before)) delete config.logoUrl;
    else {
      delete config.logoId;
      await tx.projectLogo.deleteMany({ where: { projectId } });
    }
  }
  if (config.logoUrl === "") delete config.logoUrl;
  if (config.accentColor === "") delete config.accentColor;
  if (config.callbackVerifierUrl === "") delete config.callbackVerifierUrl;
  await tx.project.update({ where: { id: projectId }, data: { config } });
  await announceChange(tx, "callers");
  return config;
}

/** As `updateProjectConfigIn`, in a transaction of its own. */
export const updateProjectConfig = (
  projectId: string,
  patch: Partial<ProjectConfig>,
  assertAllowed?: (before: ProjectConfig) => void,
): Promise<ProjectConfig> => db.$transaction((tx) => updateProjectConfigIn(tx, projectId, patch, assertAllowed));
