/** The rows of MCP servers and of their tools. */
import { db, Prisma } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { unknownOwnToolkit } from "../own-toolkit-row";
import type { AuthSchemeWire } from "./contract";
import type { Pin, PinState } from "./reconcile";

type Tx = Prisma.TransactionClient;

/** A toolkit of an MCP server, without its picture. */
export type McpServerRow = {
  projectId: string;
  slug: string;
  name: string;
  url: string;
  authSchemes: AuthSchemeWire[];
  /** `all`, or the only user for whom it is. */
  access: string;
  revision: number;
  version: string | null;
  syncedAt: Date | null;
  /** Of its uploaded picture. */
  logoId: string | null;
};

const COLUMNS = { url: true, authSchemes: true, syncedAt: true, logoId: true, toolkit: true } as const;

/** The server of one of the project's toolkits; null if it has no such toolkit, or it comes from elsewhere. */
export async function findMcpServer(projectId: string, slug: string, tx: Tx = db): Promise<McpServerRow | null> {
  const row = await tx.ownMcpServer.findUnique({ where: { projectId_slug: { projectId, slug } }, select: COLUMNS });
  if (!row) return null;
  const { name, access, revision, version } = row.toolkit;
  const authSchemes = row.authSchemes as AuthSchemeWire[];
  const { url, syncedAt, logoId } = row;
  return { projectId, slug, name, url, authSchemes, access, revision, version, syncedAt, logoId };
}

/** @throws ApiError NotFound, for another project's too */
export async function requireMcpServer(projectId: string, slug: string, tx: Tx = db): Promise<McpServerRow> {
  const row = await findMcpServer(projectId, slug, tx);
  if (!row) throw unknownOwnToolkit(slug);
  return row;
}

/** A pin with what people did about it. */
export type PinRow = Pin & { decidedBy: string | null; decidedAt: Date | null; seenAt: Date };

/** The pins of a toolkit by name; 500 at most, and as many that are gone. */
export async function findPins(projectId: string, slug: string, tx: Tx = db): Promise<PinRow[]> {
  const rows = await tx.ownMcpTool.findMany({ where: { projectId, slug }, orderBy: { name: "asc" } });
  return rows.map((row) => ({
    name: row.name,
    state: row.state as PinState,
    served: row.served as McpTool | null,
    servedHash: row.servedHash,
    offer: row.offered as McpTool | null,
    offerHash: row.offeredHash,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
    seenAt: row.seenAt,
  }));
}

const toJson = (tool: McpTool | null): Prisma.InputJsonObject | typeof Prisma.DbNull =>
  tool ? (tool as Prisma.InputJsonObject) : Prisma.DbNull;

/** Replaces the pins of a toolkit. */
export async function storePins(
  tx: Tx,
  { projectId, slug }: { projectId: string; slug: string },
  pins: readonly Pin[],
  before: readonly PinRow[],
): Promise<void> {
  const decisions = new Map(before.map(({ name, decidedBy, decidedAt }) => [name, { decidedBy, decidedAt }]));
  await tx.ownMcpTool.deleteMany({ where: { projectId, slug } });
  await tx.ownMcpTool.createMany({
    data: pins.map((pin) => ({
      projectId,
      slug,
      name: pin.name,
      state: pin.state,
      served: toJson(pin.served),
      servedHash: pin.servedHash,
      offered: toJson(pin.offer),
      offeredHash: pin.offerHash,
      ...(decisions.get(pin.name) ?? {}),
      seenAt: now(),
    })),
  });
}

/** Writes the decision of a person about one tool. */
export const storeDecision = (
  tx: Tx,
  { projectId, slug }: { projectId: string; slug: string },
  pin: Pin,
  decidedBy: string,
) =>
  tx.ownMcpTool.update({
    where: { projectId_slug_name: { projectId, slug, name: pin.name } },
    data: {
      state: pin.state,
      served: toJson(pin.served),
      servedHash: pin.servedHash,
      offered: toJson(pin.offer),
      offeredHash: pin.offerHash,
      decidedBy,
      decidedAt: now(),
    },
  });

/** The draft is another now; a version that was compiled from an earlier one is refused. Returns its revision. */
export async function nextRevision(tx: Tx, projectId: string, slug: string): Promise<number> {
  const { revision } = await tx.ownToolkit.update({
    where: { projectId_slug: { projectId, slug } },
    data: { revision: { increment: 1 }, updatedAt: now() },
    select: { revision: true },
  });
  return revision;
}
