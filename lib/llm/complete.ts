/**
 * The only client for language models with an OpenAI-compatible API
 * (https://platform.openai.com/docs/api-reference/chat).
 */
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { z } from "zod";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { BodySink, OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { findJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { readUsage, type Answer, type Call } from "./answer";
import { collectStream } from "./collect-stream";

export type { Answer, Call } from "./answer";

/** Where a model answers; the base URL ends where `/chat/completions` begins. */
export type LanguageModel = { baseUrl: string; apiKey?: string | undefined; model: string };

/** A message of a person to a model. */
export type TextMessage = { role: "system" | "user"; content: string };

export type Message =
  | TextMessage
  | { role: "assistant"; content: string | null; calls?: readonly Call[] }
  /** The result of a call. */
  | { role: "tool"; callId: string; content: string };

export type Tool = { name: string; description: string; parameters: object };

export type Question = {
  /** The project that asks: projects take turns at the endpoint. */
  projectId: string;
  messages: Message[];
  /** Left out: the model's own. */
  temperature?: number;
  tools?: Tool[];
  /** The tool that the model has to call. */
  callTool?: string;
  /** The JSON Schema that the answer's text has to fit, in the form that strict endpoints take. */
  answerSchema?: { name: string; schema: object };
  /** For the whole exchange. */
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Asks for a stream and the number of tokens, and receives each piece of the text as it comes. */
  onText?: ((piece: string) => void) | undefined;
};

/**
 * The model gave no answer. The error contains nothing of the question, the answer or the key, so it can be logged and
 * shown. It has no cause, because errors of parsers and of connections can quote what they read.
 */
export class LanguageModelError extends Error {
  constructor(
    /**
     * refused: answered with another status than 2xx; unreachable: no exchange with the server, or a broken one;
     * unreadable: an answer of another form; aborted: by the caller's signal
     */
    readonly kind: "refused" | "timeout" | "unreachable" | "too-large" | "unreadable" | "aborted",
    message: string,
    readonly status?: number,
  ) {
    super(message);
    this.name = "LanguageModelError";
  }
}

/** The parts of a chat completion that are read. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                // Some servers send no id.
                id: z.string().nullish(),
                function: z.object({ name: z.string().nullish(), arguments: z.string() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});

const KINDS: Record<OutboundError["phase"], LanguageModelError["kind"]> = {
  refused: "unreachable",
  connect: "unreachable",
  protocol: "unreachable",
  timeout: "timeout",
  "too-large": "too-large",
  aborted: "aborted",
};

const unreadable = () => new LanguageModelError("unreadable", "its response couldn't be read.");

function toMessage(message: Message): object {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content: message.content };
  if (message.role !== "assistant" || !message.calls?.length)
    return { role: message.role, content: message.content ?? "" };
  const tool_calls = message.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  return { role: "assistant", content: message.content, tool_calls };
}

function toBody(model: string, question: Question): object {
  const { messages, temperature, tools, callTool, answerSchema, onText } = question;
  return {
    model,
    ...(onText && { stream: true, stream_options: { include_usage: true } }),
    ...(temperature !== undefined && { temperature }),
    messages: messages.map(toMessage),
    ...(tools && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
    ...(callTool !== undefined && { tool_choice: { type: "function", function: { name: callTool } } }),
    ...(answerSchema && {
      response_format: { type: "json_schema", json_schema: { ...answerSchema, strict: true } },
    }),
  };
}

type Pieces = ReturnType<ReturnType<typeof collectStream>["finish"]>;

/** @param streamed what a stream brought; undefined if the answer was no stream, or could not be read */
function fromResponse({ status, body }: OutboundResponse, { messages, onText }: Question, streamed: Pieces): Answer {
  // The text of a refusal can repeat the question or a part of the key, so it is not read.
  if (status >= 300) throw new LanguageModelError("refused", `its server answered ${status}.`, status);
  const named = (call: Call, index: number): Call => ({
    ...call,
    id: call.id || `call_${messages.length}_${index + 1}`,
  });
  if (streamed) return { ...streamed, calls: streamed.calls.map(named) };
  try {
    const { choices, usage } = Completion.parse(findJson(decodeAnyText(body), REQUEST_BOUNDS));
    const message = choices[0]?.message;
    const calls = (message?.tool_calls ?? []).map(({ id, function: { name, arguments: text } }, index) =>
      named({ id: id ?? "", name: name ?? "", arguments: text }, index),
    );
    return { text: message?.content ?? null, calls, ...(onText && { usage: readUsage(usage) }) };
  } catch {
    throw unreadable();
  }
}

/** Takes a streamed answer to a question that asked for one; any other answer is read as a whole. */
function streamSink({ maxBytes, onText }: Question) {
  const collector = onText && collectStream(maxBytes, onText);
  const sink: BodySink | undefined = collector && {
    accepts: ({ status, headers }) =>
      status < 300 && headers["content-type"]?.startsWith("text/event-stream") ? "whole" : "none",
    write: async (_, body) => {
      for await (const part of body) collector.push(part);
    },
  };
  return { sink, finish: () => collector?.finish() };
}

/**
 * Asks a model once.
 * @throws LanguageModelError without an answer
 */
export async function complete({ baseUrl, apiKey, model }: LanguageModel, question: Question): Promise<Answer> {
  const { sink, finish } = streamSink(question);
  try {
    const response = await send({
      projectId: question.projectId,
      method: "POST",
      url: `${baseUrl}/chat/completions`,
      maxRedirects: 0,
      timeoutMs: question.timeoutMs,
      maxBytes: question.maxBytes,
      ...(question.signal && { signal: question.signal }),
      // A model that thinks sends nothing meanwhile.
      ...(sink && { sink, idleTimeoutMs: question.timeoutMs }),
      headers: {
        "content-type": "application/json",
        accept: sink ? "text/event-stream, application/json" : "application/json",
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(toBody(model, question)),
    });
    return fromResponse(response, question, finish());
  } catch (error) {
    throw error instanceof OutboundError ? new LanguageModelError(KINDS[error.phase], error.message) : error;
  }
}

/** The text inside a Markdown code fence; other text unchanged. */
function withoutFence(text: string): string {
  const plain = text.trim();
  if (!plain.startsWith("```")) return plain;
  const body = plain.endsWith("```") ? plain.slice(3, -3) : plain.slice(3);
  return body.startsWith("json") ? body.slice(4) : body;
}

/**
 * The JSON in a model's text, with or without a code fence.
 * @throws LanguageModelError (unreadable) if the text is not JSON, or has another form
 */
export function readJson<Form>(text: string, form: z.ZodType<Form>): Form {
  try {
    return form.parse(findJson(withoutFence(text), REQUEST_BOUNDS));
  } catch {
    throw unreadable();
  }
}
