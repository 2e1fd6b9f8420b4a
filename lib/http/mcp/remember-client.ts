/**
 * The capabilities that clients of the revisions with a handshake declared. They declare them once, in `initialize`,
 * and there are no sessions: they are remembered by caller, program and address. A client that is not remembered is not
 * asked, and gets the result for such clients; so forgetting costs comfort alone.
 */
import { LRUCache } from "lru-cache";
import { askable } from "@/lib/mcp-protocol/client";
import { db } from "@/lib/kernel/database/db";
import { listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import type { Values } from "@/lib/kernel/text/is-object";

const CHANNEL = "patchbay_mcp_clients";
const MAX_CLIENTS = 10_000;

const state = processMemory("mcp.clients", () => ({
  known: new LRUCache<string, Values>({ max: MAX_CLIENTS }),
  listening: false,
}));

const NOTHING: Values = {};

function take(payload: string): void {
  const [client = "", capabilities = "{}"] = payload.split(" ");
  state.known.set(client, JSON.parse(capabilities) as Values);
}

function start(): void {
  if (state.listening) return;
  state.listening = true;
  listen(CHANNEL, { message: take, missed: () => undefined });
}

/** Remembers the capabilities of a client in all copies of the app; one that can be asked nothing costs nothing. */
export async function rememberClient(client: string, capabilityText: unknown): Promise<void> {
  start();
  const capabilities = askable(capabilityText);
  if (Object.keys(capabilities).length === 0) return void state.known.delete(client);
  state.known.set(client, capabilities);
  await notify(db, CHANNEL, `${client} ${JSON.stringify(capabilities)}`);
}

/** What the client can be asked, as far as this copy knows. */
export function capabilitiesOf(client: string): Values {
  start();
  return state.known.get(client) ?? NOTHING;
}
