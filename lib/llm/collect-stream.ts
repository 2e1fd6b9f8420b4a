/** Collects a streamed chat completion (https://platform.openai.com/docs/api-reference/chat-streaming). */
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { findJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { readUsage, type Answer } from "./answer";

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).nullish(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  /** The failure of a stream that had begun. */
  error: z.unknown().optional(),
});

/** The most calls of one answer. */
const MAX_CALLS = 100;

type Piece = { id: string; name: string; arguments: string };

/** @param onText receives each piece of the text */
export function collectStream(maxBytes: number, onText: (piece: string) => void) {
  const decoder = new TextDecoder();
  const calls: Piece[] = [];
  let bytes = 0;
  let text = "";
  let isBroken = false;
  let isComplete = false;
  let usage: Answer["usage"];

  const addChunk = ({ choices, usage: counts, error }: z.output<typeof Chunk>): void => {
    if (error !== undefined && error !== null) isBroken = true;
    usage = readUsage(counts) ?? usage;
    const { delta, finish_reason: reason } = choices?.[0] ?? {};
    if (reason) isComplete = true;
    if (delta?.content) {
      text += delta.content;
      onText(delta.content);
    }
    for (const [place, { index, id, function: part }] of (delta?.tool_calls ?? []).entries()) {
      const position = index ?? place;
      if (position >= MAX_CALLS) throw new OutboundError("too-large", `The answer has more than ${MAX_CALLS} calls.`);
      while (calls.length <= position) calls.push({ id: "", name: "", arguments: "" });
      const call = calls[position] as Piece;
      call.id ||= id ?? "";
      call.name += part?.name ?? "";
      call.arguments += part?.arguments ?? "";
    }
  };

  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === "[DONE]") {
        isComplete = true;
        return;
      }
      const chunk = Chunk.safeParse(findJson(data, REQUEST_BOUNDS));
      if (chunk.success) addChunk(chunk.data);
      else isBroken = true;
    },
  });

  return {
    push: (part: Uint8Array): void => {
      bytes += part.byteLength;
      if (bytes > maxBytes) throw new OutboundError("too-large", `The answer has more than ${maxBytes} bytes.`);
      parser.feed(decoder.decode(part, { stream: true }));
    },
    /** The whole answer; undefined if it could not be read, or if the stream broke off. */
    finish: (): (Omit<Answer, "calls"> & { calls: readonly Piece[] }) | undefined =>
      isBroken || !isComplete ? undefined : { text: text || null, calls, usage },
  };
}
