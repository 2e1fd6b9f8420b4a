/** Tools of an MCP server that are changed or new wait here until a person has decided about them. */
import type { z } from "zod";
import { inOwnToolkitTurn } from "@/lib/catalog/load/store-own-toolkit";
import type { Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { findMarks } from "./find-marks";
import type { customToolkitsApi } from "./contract";
import { approved, changesOf, rejected, type Pin } from "./reconcile";
import { publishServer } from "./publish-server";
import {
  findPins,
  nextRevision,
  requireMcpServer,
  storeDecision,
  type McpServerRow,
  type PinRow,
} from "./find-mcp-server";

type Wire = z.input<typeof customToolkitsApi.listOwnMcpTools.response>["items"][number];
/** Tools by name, each with the hash of the offer that the person has seen. */
export type Decision = readonly { name: string; hash: string }[];

const toDefinition = (tool: McpTool | null) =>
  tool && {
    title: tool.title ?? null,
    description: tool.description,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
  };

async function toWire(pin: PinRow, state: Wire["state"]): Promise<Wire> {
  const tool = pin.offer ?? pin.served;
  return {
    name: pin.name,
    state,
    served: toDefinition(pin.served),
    offered: toDefinition(pin.offer),
    offered_hash: pin.offerHash,
    changes: pin.served && pin.offer ? changesOf(pin.served, pin.offer) : [],
    marks: tool ? await findMarks(tool) : [],
    decided_by: pin.decidedBy,
    decided_at: pin.decidedAt?.toISOString() ?? null,
    seen_at: pin.seenAt.toISOString(),
  };
}

/** Those that wait first, then by name. @throws ApiError NotFound */
export async function listMcpTools(projectId: string, slug: string): Promise<Wire[]> {
  await requireMcpServer(projectId, slug);
  const pins = await findPins(projectId, slug);
  const waits = ({ state }: PinRow): boolean => state === "changed" || state === "new";
  const items: Wire[] = [];
  for (const pin of [...pins.filter(waits), ...pins.filter((other) => !waits(other))]) {
    if (pin.state !== "gone") items.push(await toWire(pin, pin.state));
  }
  return items;
}

const changedMeanwhile = (name: string): ApiError =>
  new ApiError("Conflict", `The MCP server offers ${JSON.stringify(name)} in another form than the one you saw.`, {
    suggestedFix: "Look at what it offers now, then decide.",
    headers: { "x-should-retry": "false" },
  });

/** The pins of a decision. @throws ApiError Conflict unless each is offered as the person saw it */
function pinsOf(decision: Decision, pins: readonly PinRow[]): PinRow[] {
  const byName = new Map(pins.map((pin) => [pin.name, pin]));
  return decision.map(({ name, hash }) => {
    const pin = byName.get(name);
    if (!pin || pin.offerHash !== hash) throw changedMeanwhile(name);
    return pin;
  });
}

type Decided = { server: McpServerRow; pins: readonly Pin[] };

/** Writes what a person decided; all of it, or nothing. */
const decide = (
  projectId: string,
  slug: string,
  decision: Decision,
  actor: string,
  change: (pin: Pin) => Pin,
): Promise<Decided> =>
  inOwnToolkitTurn(projectId, async (tx: Prisma.TransactionClient) => {
    const server = await requireMcpServer(projectId, slug, tx);
    const before = await findPins(projectId, slug, tx);
    const changed = new Map(pinsOf(decision, before).map((pin) => [pin.name, change(pin)]));
    for (const pin of changed.values()) await storeDecision(tx, { projectId, slug }, pin, actor);
    const revision = await nextRevision(tx, projectId, slug);
    return { server: { ...server, revision }, pins: before.map((pin) => changed.get(pin.name) ?? pin) };
  });

/**
 * Serves tools as they are offered.
 * @returns the version of the toolkit that has them
 * @throws ApiError NotFound for an unknown toolkit, Conflict for an offer that is another one now
 */
export async function approveMcpTools(
  projectId: string,
  slug: string,
  decision: Decision,
  actor: string,
): Promise<{ version: string }> {
  const { server, pins } = await decide(projectId, slug, decision, actor, approved);
  return publishServer(server, pins, actor);
}

/** Goes on without what is offered. @throws ApiError as `approveMcpTools` */
export async function rejectMcpTools(
  projectId: string,
  slug: string,
  decision: Decision,
  actor: string,
): Promise<void> {
  const { server, pins } = await decide(projectId, slug, decision, actor, rejected);
  // The same tools are served, so this makes no version; the toolkit's count of waiting tools is a new one.
  await publishServer(server, pins, actor);
}
