/** Slack tools that are more than one request: a file is announced, sent and then shared. */
import type { HandlerCall, HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type UploadArguments = {
  channels?: string;
  content?: string;
  file?: unknown;
  filename?: string;
  filetype?: string;
  initial_comment?: string;
  thread_ts?: string;
  title?: string;
};
type Content = { name: string; bytes: Uint8Array };

/** Ids of channels, conversations and people, which sharing takes; anything else is a name. */
const CONVERSATION_ID = /^[CDGUW][A-Z0-9]{6,}$/;
/** At most this many pages of a workspace's channels are looked through for a name. */
const MAX_PAGES = 10;
const PAGE_SIZE = 1000;

async function contentOf(args: UploadArguments, { readFile, fail }: HandlerTools): Promise<Content> {
  const { content, file, filename, filetype, title } = args;
  if (file !== undefined) {
    const { name, bytes } = await readFile(file);
    return { name: filename ?? name, bytes };
  }
  if (content === undefined) return fail("Give the file's content, or a file.");
  return { name: filename ?? title ?? `file.${filetype ?? "txt"}`, bytes: Buffer.from(content) };
}

type Channel = { id?: string; name?: string };
type ChannelPage = { channels?: Channel[]; response_metadata?: { next_cursor?: string } };

/** Every method of Slack takes a form, also those that take no JSON. */
async function ask(call: HandlerCall, path: string, fields: Record<string, string | undefined>): Promise<unknown> {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await call({ method: "POST", path, headers, rawBody: new URLSearchParams(entries).toString() })).data;
}

/** The ids of channels that are given by name, found in the list of all channels. */
async function idsOf(names: ReadonlySet<string>, call: HandlerCall): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && ids.size < names.size; page += 1) {
    const { channels, response_metadata: more } = (await ask(call, "/conversations.list", {
      types: "public_channel,private_channel",
      exclude_archived: "true",
      limit: String(PAGE_SIZE),
      cursor,
    })) as ChannelPage;
    for (const { id, name } of channels ?? []) if (id && name && names.has(name)) ids.set(name, id);
    cursor = more?.next_cursor;
    if (!cursor) break;
  }
  return ids;
}

/** Channels as the caller wrote them, by id: sharing knows no names. */
async function channelIds(channelList: string, { call, fail }: HandlerTools): Promise<string[]> {
  const channels = channelList
    .split(",")
    .map((channel) => channel.trim().replace(/^#/, ""))
    .filter((channel) => channel !== "");
  const names = new Set(channels.filter((channel) => !CONVERSATION_ID.test(channel)));
  const ids = names.size > 0 ? await idsOf(names, call) : new Map<string, string>();
  return channels.map((channel) =>
    CONVERSATION_ID.test(channel)
      ? channel
      : (ids.get(channel) ?? fail(`There is no channel ${JSON.stringify(channel)} that this connection can see.`)),
  );
}

/** The times of messages have six decimals; written as a number, one that ends in zeros has lost them. */
function exactTs(ts: string): string {
  const [seconds = "", decimals = ""] = ts.split(".");
  return `${seconds}.${decimals.padEnd(6, "0")}`;
}

/** https://docs.slack.dev/messaging/working-with-files: the three steps that took the place of files.upload. */
const uploadFile: ToolHandler = async (args: UploadArguments, tools) => {
  const { call, fail } = tools;
  const { name, bytes } = await contentOf(args, tools);
  // Before anything is sent: a wrong name must not leave a file behind.
  const channels = await channelIds(args.channels ?? "", tools);
  if (args.thread_ts !== undefined && channels.length !== 1)
    return fail("A file answers a message in one channel: give exactly one in channels with thread_ts.");
  const { upload_url: url, file_id: id } = (await ask(call, "/files.getUploadURLExternal", {
    filename: name,
    length: String(bytes.length),
    snippet_type: args.file === undefined ? args.filetype : undefined,
  })) as { upload_url?: string; file_id?: string };
  if (!url || !id) return fail("Slack gave no address to upload the file to.");
  await call({ method: "POST", path: url, headers: { "content-type": "application/octet-stream" }, rawBody: bytes });
  const { files = [] } = (
    await call({
      method: "POST",
      path: "/files.completeUploadExternal",
      body: {
        files: [{ id, title: args.title ?? name }],
        ...(channels.length > 0 ? { channels: channels.join(",") } : {}),
        ...(args.initial_comment === undefined ? {} : { initial_comment: args.initial_comment }),
        ...(args.thread_ts === undefined ? {} : { thread_ts: exactTs(args.thread_ts) }),
      },
    })
  ).data as { files?: unknown[] };
  // `file` is where files.upload had it.
  return { ok: true, file: files[0] ?? { id }, files };
};

export const handlers: ToolHandlers = { uploadFile };
