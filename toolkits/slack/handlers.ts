/** Slack tools that are more than one request. Here: a file is announced, sent and then shared. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { ask, channelIds, exactTs } from "./channels";
import { findHandlers } from "./find";
import { sendMarkdown } from "./send-markdown";
import { readWholeThread } from "./thread";

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

async function contentOf(args: UploadArguments, { readFile, fail }: HandlerTools): Promise<Content> {
  const { content, file, filename, filetype, title } = args;
  if (file !== undefined) {
    const { name, bytes } = await readFile(file);
    return { name: filename ?? name, bytes };
  }
  if (content === undefined) return fail("Give the file's content, or a file.");
  return { name: filename ?? title ?? `file.${filetype ?? "txt"}`, bytes: Buffer.from(content) };
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

export const handlers: ToolHandlers = { ...findHandlers, readWholeThread, sendMarkdown, uploadFile };
