/** Sends Markdown of any length: the first part as a message, the others in the thread below it. */
import { attempt, type ToolHandler } from "@/lib/catalog/tool-handler";
import { channelId, exactTs } from "./channels";

/** Slack takes 12,000 characters; a part can get fences of code at both ends. */
const MAX_PART = 11_800;
/** Room for a fence before a line. */
const MAX_FENCE = 40;
const MAX_LINE = MAX_PART - MAX_FENCE - 2;

type Part = { lines: string[]; size: number };

/** Whole characters of a line that is too long for a part. */
function pieces(line: string): string[] {
  if (line.length <= MAX_LINE) return [line];
  const parts: string[] = [];
  for (let from = 0; from < line.length; ) {
    let to = from + MAX_LINE;
    if (/[\uD800-\uDBFF]/.test(line[to - 1] ?? "")) to -= 1;
    parts.push(line.slice(from, to));
    from = to;
  }
  return parts;
}

const isFence = (line: string): boolean => /^\s*```/.test(line);

/** Where a part can end best: behind the last empty line of its second half, outside of code. */
function cutAt({ lines }: Part, isInCode: boolean): number {
  if (isInCode) return lines.length;
  const empty = lines.findLastIndex((line) => line.trim() === "");
  return empty >= lines.length / 2 && empty > lines.findLastIndex(isFence) ? empty + 1 : lines.length;
}

/** Markdown in parts that one message each takes. Code that goes on in the next part is closed and opened again. */
export function partsOf(markdown: string): string[] {
  const parts: string[] = [];
  let part: Part = { lines: [], size: 0 };
  let fence: string | undefined;
  const end = (lines: string[], rest: string[]): void => {
    const text = [...lines, ...(fence ? ["```"] : [])].join("\n").trim();
    if (text !== "") parts.push(text);
    const next = [...(fence ? [fence] : []), ...rest];
    part = { lines: next, size: next.reduce((sum, line) => sum + line.length + 1, 0) };
  };
  for (const line of markdown.replace(/\r\n?/g, "\n").split("\n").flatMap(pieces)) {
    // The rest behind a cut can be too long for this line, too; a fence alone is no part.
    while (part.lines.length > (fence ? 1 : 0) && part.size + line.length + 1 > MAX_PART) {
      const cut = cutAt(part, fence !== undefined);
      end(part.lines.slice(0, cut), part.lines.slice(cut));
    }
    part.lines.push(line);
    part.size += line.length + 1;
    if (isFence(line)) fence = fence ? undefined : line.trim().slice(0, MAX_FENCE);
  }
  end(part.lines, []);
  return parts;
}

type SendArguments = {
  channel?: string;
  markdown_text?: string;
  thread_ts?: string;
  reply_broadcast?: boolean;
  unfurl_links?: boolean;
};
/** Said of a part that got no answer. */
const MAYBE_SENT = "The first part of unsent may have been sent. ";

type Posted = { channel?: string; ts?: string };

export const sendMarkdown: ToolHandler = async (args: SendArguments, tools) => {
  const parts = partsOf(args.markdown_text ?? "");
  if (parts.length === 0) return tools.fail("The message is empty. Give markdown_text.");
  const channel = await channelId(args.channel, tools);
  const messages: Posted[] = [];
  for (const [index, markdown] of parts.entries()) {
    const thread = args.thread_ts ? exactTs(args.thread_ts) : messages[0]?.ts;
    const body = {
      channel,
      markdown_text: markdown,
      ...(thread ? { thread_ts: thread } : {}),
      ...(args.reply_broadcast && args.thread_ts && index === 0 ? { reply_broadcast: true } : {}),
      ...(args.unfurl_links === undefined ? {} : { unfurl_links: args.unfurl_links }),
    };
    const send = async () => (await tools.call({ method: "POST", path: "/chat.postMessage", body })).data as Posted;
    const result = index === 0 ? { value: await send() } : await attempt(send);
    if (result.problem !== undefined)
      return {
        ...toAnswer(channel, messages),
        is_complete: false,
        problem: (result.isUnknown ? MAYBE_SENT : "") + result.problem,
        unsent: parts.slice(index).join("\n\n"),
      };
    messages.push(result.value);
  }
  return { ...toAnswer(channel, messages), is_complete: true };
};

const toAnswer = (channel: string, messages: readonly Posted[]) => ({
  ok: true,
  channel: messages[0]?.channel ?? channel,
  ts: messages[0]?.ts ?? "",
  messages: messages.map(({ ts = "" }) => ({ ts })),
});
