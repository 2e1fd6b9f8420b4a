/** API keys as programs from before version 3 read them. */
import type { z } from "zod";
import { findApiKeys, type ApiKey } from "@/lib/access/keys/api-keys";
import { requireProject } from "@/lib/access/projects/projects";
import { MAX_LIMIT } from "@/lib/contract/page";
import type { olderProjectApi } from "./contract";

type Api = typeof olderProjectApi;
type Wire = z.input<Api["createOlderKey"]["response"]>;

/** @param key its text, if this answer makes it */
export const toOlderKey = (row: ApiKey, key?: string): Wire => ({
  id: row.id,
  name: row.name,
  key: key ?? `${row.prefix}…`,
  isHidden: key === undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: (row.lastUsedAt ?? row.createdAt).toISOString(),
  member: {},
});

/** The newest keys that work, at most as many as a page has. */
export async function listOlderKeys(projectId: string): Promise<Wire[]> {
  const { items } = await findApiKeys(projectId, { limit: MAX_LIMIT });
  return items.filter(({ revokedAt }) => !revokedAt).map((row) => toOlderKey(row));
}

/** A project, without a key. @throws ApiError NotFound */
export async function toOlderProject(projectId: string): Promise<z.input<Api["createOlderProject"]["response"]>> {
  const { id, name, createdAt } = await requireProject(projectId);
  return { id, name, createdAt: createdAt.toISOString(), primaryApiKey: "" };
}

/** The project of the key. */
export async function listOlderProjects(projectId: string): Promise<z.input<Api["listOlderProjects"]["response"]>> {
  return { items: [await toOlderProject(projectId)] };
}
