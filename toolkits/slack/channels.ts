/** Channels by name or ID: Slack's methods take IDs only. */
import { attempt, type HandlerCall, type HandlerTools } from "@/lib/catalog/tool-handler";

/** IDs of channels, conversations and people, which sharing takes; anything else is a name. */
const CONVERSATION_ID = /^[CDGUW][A-Z0-9]{6,}$/;
/** At most this many pages of a workspace's channels or people are looked through. */
const MAX_PAGES = 10;
const PAGE_SIZE = 1000;

export type Channel = { id?: string; name?: string } & Record<string, unknown>;

/** Every method of Slack takes a form, also those that take no JSON. */
export async function ask(
  call: HandlerCall,
  path: string,
  fields: Record<string, string | undefined>,
): Promise<unknown> {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await call({ method: "POST", path, headers, rawBody: new URLSearchParams(entries).toString() })).data;
}

/** Items of a list of Slack, and whether all of its pages were read; `problem` is the reason why a page is missing. */
export type ListResult<T> = { items: T[]; isComplete: boolean; problem?: string };

/**
 * Reads the pages of a list until the last one, or until `isEnough` returns true. A page that fails ends the list; the
 * first page must succeed.
 */
export async function readPages<T>(
  call: HandlerCall,
  { path, key, fields }: { path: string; key: string; fields: Record<string, string | undefined> },
  isEnough: (items: readonly T[]) => boolean = () => false,
): Promise<ListResult<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = () => ask(call, path, { ...fields, limit: String(PAGE_SIZE), cursor });
    const result = page === 0 ? { value: await read() } : await attempt(read);
    if (result.problem !== undefined) return { items, isComplete: false, problem: result.problem };
    const data = result.value as Record<string, T[] | undefined> & { response_metadata?: { next_cursor?: string } };
    items.push(...(data[key] ?? []));
    cursor = data.response_metadata?.next_cursor;
    if (!cursor) return { items, isComplete: true };
    if (isEnough(items)) break;
  }
  return { items, isComplete: false };
}

type Ids = { ids: ReadonlyMap<string, string>; list: ListResult<Channel> };

/** The IDs of channels that are given by name, found in the list of all channels. */
async function idsOf(names: ReadonlySet<string>, call: HandlerCall): Promise<Ids> {
  const fields = { types: "public_channel,private_channel", exclude_archived: "true" };
  const isNamed = ({ name }: Channel): boolean => name !== undefined && names.has(name);
  const list = await readPages<Channel>(
    call,
    { path: "/conversations.list", key: "channels", fields },
    (channels) => channels.filter(isNamed).length >= names.size,
  );
  return { ids: new Map(list.items.filter(isNamed).map(({ id = "", name = "" }) => [name, id])), list };
}

/** Channels as the caller wrote them, separated by commas, by ID. A name without a channel ends the execution. */
export async function channelIds(channelList: string, { call, fail }: HandlerTools): Promise<string[]> {
  const channels = channelList
    .split(",")
    .map((channel) => channel.trim().replace(/^#/, ""))
    .filter((channel) => channel !== "");
  const names = new Set(channels.filter((channel) => !CONVERSATION_ID.test(channel)));
  if (names.size === 0) return channels;
  const { ids, list } = await idsOf(names, call);
  const failWithout = (channel: string): never => {
    const name = JSON.stringify(channel);
    if (list.isComplete) return fail(`There is no channel ${name} that this connection can see.`);
    const words = `${name} is not among the first ${list.items.length} channels, and the others were not read.`;
    return fail([words, "Give its ID.", list.problem].filter(Boolean).join(" "));
  };
  return channels.map((channel) =>
    CONVERSATION_ID.test(channel) ? channel : (ids.get(channel) ?? failWithout(channel)),
  );
}

/** The ID of one channel. */
export async function channelId(channel: string | undefined, tools: HandlerTools): Promise<string> {
  const [id, ...others] = await channelIds(channel ?? "", tools);
  return id === undefined || others.length > 0 ? tools.fail("Give one channel, by its ID or its name.") : id;
}

/** The times of messages have six decimals; written as a number, one that ends in zeros has lost them. */
export function exactTs(ts: string): string {
  const [seconds = "", decimals = ""] = ts.split(".");
  return `${seconds}.${decimals.padEnd(6, "0")}`;
}
