/** A whole conversation below a message: all pages, with people by name and texts as Markdown. */
import { attempt, inParallel, type HandlerCall, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { ask, channelId, exactTs } from "./channels";
import { mentionedIn, toMarkdown, type Names } from "./to-markdown";

type ThreadArguments = { channel?: string; ts?: string; link?: string; max_messages?: number; cursor?: string };
type Message = {
  ts?: string;
  user?: string;
  username?: string;
  bot_profile?: { name?: string };
  text?: string;
  files?: { id?: string; name?: string }[];
  edited?: unknown;
};
type Place = { channel: string; ts: string };

/** Slack gives 1,000 at most, and advises 200. */
const PAGE_SIZE = 200;
const DEFAULT_MESSAGES = 500;
/** Pages of one call; Slack gives fewer messages a page than it is asked for. */
const MAX_PAGES = 30;
/** People whose names are read; a thread of more people names the others by their IDs. */
const MAX_NAMES = 100;
const PARALLEL = 5;

/** A link to a message: /archives/CHANNEL/pTIME, in a reply with the time of the first message. */
function placeOf(link: string, fail: HandlerTools["fail"]): Place {
  const match = /\/archives\/([A-Z0-9]{6,})\/p(\d{10})(\d{6})/.exec(link);
  if (!match) return fail("link is no link to a message. Copy it in Slack, or give channel and ts.");
  const [, channel = "", seconds = "", decimals = ""] = match;
  const first = /[?&]thread_ts=(\d{10}\.\d{1,6})/.exec(link)?.[1];
  return { channel, ts: first ? exactTs(first) : `${seconds}.${decimals}` };
}

async function findPlace(args: ThreadArguments, tools: HandlerTools): Promise<Place> {
  if (args.channel && args.ts) return { channel: await channelId(args.channel, tools), ts: exactTs(args.ts) };
  if (args.link) return placeOf(args.link, tools.fail);
  return tools.fail("Give channel and ts of the first message, or a link to a message.");
}

type Thread = { messages: Message[]; cursor: string | undefined; problem?: string };

/** Reads pages until the thread ends or there are enough messages; a page that fails keeps those before it. */
async function readThread(place: Place, args: ThreadArguments, call: HandlerCall): Promise<Thread> {
  const messages: Message[] = [];
  const limit = args.max_messages ?? DEFAULT_MESSAGES;
  let cursor = args.cursor;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const size = String(Math.min(PAGE_SIZE, limit - messages.length));
    const read = () => ask(call, "/conversations.replies", { ...place, limit: size, cursor });
    const result = messages.length === 0 ? { value: await read() } : await attempt(read);
    if (result.problem !== undefined) return { messages, cursor, problem: result.problem };
    const page = result.value as { messages?: Message[]; response_metadata?: { next_cursor?: string } };
    const rows = page.messages ?? [];
    // Each page repeats the first message of the thread.
    const newRows = messages.length > 0 ? rows.filter(({ ts }) => ts !== place.ts) : rows;
    messages.push(...newRows);
    cursor = page.response_metadata?.next_cursor || undefined;
    if (!cursor || newRows.length === 0 || messages.length >= limit) break;
  }
  return { messages, cursor };
}

type User = { name?: string; real_name?: string; profile?: { display_name?: string } };

async function readNames(messages: readonly Message[], call: HandlerCall): Promise<Names> {
  const ids = new Set(messages.flatMap(({ user, text }) => [...(user ? [user] : []), ...mentionedIn(text ?? "")]));
  const names = await inParallel([...ids].slice(0, MAX_NAMES), PARALLEL, async (user): Promise<[string, string][]> => {
    const result = await attempt(() => ask(call, "/users.info", { user }));
    const person = result.problem === undefined ? (result.value as { user?: User }).user : undefined;
    const name = person?.profile?.display_name || person?.real_name || person?.name;
    return name ? [[user, name]] : [];
  });
  return new Map(names.flat());
}

const toMessage = ({ ts = "", user, username, bot_profile: bot, text = "", files, edited }: Message, names: Names) => ({
  ts,
  time: Number.isFinite(Number(ts)) ? new Date(Number(ts) * 1000).toISOString() : "",
  ...(user ? { user } : {}),
  author: (user && names.get(user)) ?? bot?.name ?? username ?? user ?? "",
  markdown: toMarkdown(text, names),
  text,
  ...(files ? { files: files.map(({ id = "", name = "" }) => ({ id, name })) } : {}),
  edited: edited !== undefined,
});

export const readWholeThread: ToolHandler = async (args: ThreadArguments, tools) => {
  const place = await findPlace(args, tools);
  const { messages, cursor, problem } = await readThread(place, args, tools.call);
  const names = await readNames(messages, tools.call);
  return {
    channel: place.channel,
    thread_ts: place.ts,
    messages: messages.map((message) => toMessage(message, names)),
    is_complete: cursor === undefined,
    ...(cursor ? { next_cursor: cursor } : {}),
    ...(problem ? { problem } : {}),
  };
};
