/** The programs that act as a user, as the user's own page lists them. */
import { db } from "@/lib/kernel/database/db";
import { type NamedGrant, SERVER_NAME } from "./grants";
import { isDocumentAddress } from "./find-document";

export type Program = Pick<NamedGrant, "id" | "clientName" | "grantedAs" | "createdAt" | "lastUsedAt"> & {
  serverName: string;
  /** Slugs of the toolkits that the program may use. */
  toolkits: string[];
  /** The host that vouches for its name; null for a program that named itself. */
  provenHost: string | null;
  /** Where it takes its access; empty for a program without a person, and for one that is known by its host. */
  redirectUris: string[];
};

/** The maximum in the list, newest first; older programs appear when these end. */
const MAX_ROWS = 100;
const WITH_SERVER = { server: { select: { ...SERVER_NAME.server.select, toolkits: true } } } as const;

type Row = NamedGrant & { server: { name: string; toolkits: string[] } };

const toProgram = (row: Row, redirectUris: string[]): Program => ({
  id: row.id,
  clientName: row.clientName,
  grantedAs: row.grantedAs,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  serverName: row.server.name,
  toolkits: row.toolkits.length > 0 ? row.toolkits : row.server.toolkits,
  provenHost: isDocumentAddress(row.clientId) ? new URL(row.clientId).host : null,
  redirectUris,
});

async function find(projectId: string, userId: string, id?: string): Promise<Program[]> {
  const rows = await db.oauthGrant.findMany({
    where: { projectId, userId, ...(id !== undefined && { id }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_ROWS,
    include: WITH_SERVER,
  });
  // Clients that register themselves belong to no project.
  const clients = await db.oauthClient.findMany({
    where: { projectId: null, id: { in: rows.map(({ clientId }) => clientId) } },
    select: { id: true, redirectUris: true },
  });
  const places = new Map(clients.map((client) => [client.id, client.redirectUris]));
  return rows.map((row) => toProgram(row, places.get(row.clientId) ?? []));
}

/** Newest first. */
export const findUsersPrograms = (projectId: string, userId: string): Promise<Program[]> => find(projectId, userId);

/** One of them; undefined for another user's too. */
export const findUsersProgram = async (projectId: string, userId: string, id: string): Promise<Program | undefined> =>
  (await find(projectId, userId, id))[0];
