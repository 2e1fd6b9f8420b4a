/**
 * Messages to one copy of the app: the copy that holds a connection, or a call that waits for its client. Longer
 * messages come in parts, because a notification has 8000 bytes.
 */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { db } from "@/lib/kernel/database/db";
import { listen, notifyInParts, type Channel } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";

/** Characters of base64 in a part, which also contains its position in the whole. */
const PART = 7_500;
/** The maximum of incomplete messages, all together. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 30_000;
/** Of one message in bytes: what waits in PostgreSQL for slow copies takes its disk. */
const MAX_MESSAGE = 8 * 1024 * 1024;

type Parts = { texts: string[]; missing: number };
type Receive = (text: string) => void;

const state = processMemory("mcp.relay", () => ({
  copy: randomBytes(8).toString("hex"),
  receivers: new Map<string, Receive>(),
  parts: new LRUCache<string, Parts>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ texts }) => texts.length * PART,
    ttl: MAX_AGE_MS,
  }),
  listening: false,
}));

const channelOf = (copy: string): Channel => `patchbay_mcp_${copy}`;

/** Takes a part, and the whole when it was the last one: `name id count place base64`. */
function take(payload: string): void {
  const [name = "", id = "", count = "", place = "", text = ""] = payload.split(" ");
  const total = Number(count);
  const parts = state.parts.get(id) ?? { texts: new Array<string>(total).fill(""), missing: total };
  parts.texts[Number(place)] = text;
  if (--parts.missing > 0) return void state.parts.set(id, parts);
  state.parts.delete(id);
  state.receivers.get(name)?.(Buffer.from(parts.texts.join(""), "base64").toString("utf8"));
}

/** Names what only this copy knows, so that any copy can send it something: unguessable, and with the copy in it. */
export function newPlace(): string {
  if (!state.listening) {
    state.listening = true;
    listen(channelOf(state.copy), { message: take, missed: () => undefined });
  }
  return `${state.copy}.${randomBytes(16).toString("base64url")}`;
}

/** Registers who takes messages of one kind that other copies send here. */
export const onRelayed = (name: string, receive: Receive): void => {
  state.receivers.set(name, receive);
};

const PLACE = /^([0-9a-f]{16})\.[\w-]{22}$/;

/** Whether the place is in this copy; null for what is no place. */
export function isHere(place: unknown): boolean | null {
  const copy = typeof place === "string" ? PLACE.exec(place)?.[1] : undefined;
  return copy === undefined ? null : copy === state.copy;
}

/** Sends a text to the copy of the place, where nobody may be any more. False for a text that is too long. */
export async function relay(place: string, name: string, text: string): Promise<boolean> {
  if (Buffer.byteLength(text) > MAX_MESSAGE) return false;
  const id = randomBytes(8).toString("hex");
  const whole = Buffer.from(text).toString("base64");
  const count = Math.ceil(whole.length / PART);
  const parts = Array.from(
    { length: count },
    (_, index) => `${name} ${id} ${count} ${index} ${whole.slice(index * PART, (index + 1) * PART)}`,
  );
  await notifyInParts(db, channelOf(place.slice(0, place.indexOf("."))), parts);
  return true;
}
