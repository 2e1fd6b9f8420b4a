/** Types for `toolkits/<slug>/handlers.ts`: composite tools, which are more than one HTTP operation. */
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";

/** A request of a handler; the executor adds the account's credentials and sends it through the outbound guard. */
export type HandlerRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the toolkit's base URL ("/gmail/v1/users/me/messages"), or absolute on one of the toolkit's hosts. */
  path: string;
  query?: Record<string, string | number | boolean | readonly (string | number)[] | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with the content type of `headers`. Excludes `body`. */
  rawBody?: string | Uint8Array;
  /** The answer is the content of a file: `data` is its bytes as they came, whatever their type. */
  binary?: true;
};

export type HandlerResponse = {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON, otherwise text, or the bytes of a binary type. */
  data: unknown;
};

/** Thrown by `call` for a request that the provider refused; the message contains the provider's words. */
export class ProviderRefusal extends Error {
  /** @param status of the answer; providers also refuse with 200 */
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/**
 * Sends one request with the account's credentials. A status of 400 or above, or a refusal inside an answer, ends the
 * handler with the provider's message; `attempt` continues after it.
 * @throws ProviderRefusal
 */
export type HandlerCall = (request: HandlerRequest) => Promise<HandlerResponse>;

/**
 * The result of one step of several, or why it has none, in words for the caller. `isUnknown`: the answer was lost, or
 * names a failure of the provider itself (a status of 500 or above), so that it is not known whether this was done.
 */
export type Attempt<T> = { value: T; problem?: undefined } | { problem: string; status?: number; isUnknown?: boolean };

/**
 * Runs one of several steps, so that a handler can report what it did before and after a step that failed. A refusal
 * of the provider, and a missing answer, become the problem; everything else ends the handler.
 */
export async function attempt<T>(step: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      const { message: problem, status } = error;
      return { problem, status, ...(status >= 500 && { isUnknown: true }) };
    }
    if (!(error instanceof OutboundError) || error.phase === "aborted") throw error;
    if (error.facts.sent === false) return { problem: `The provider was not reached. ${error.message}` };
    return {
      problem: `The provider gave no answer, so it is not known whether this was done. ${error.message}`,
      isUnknown: true,
    };
  }
}

/** A file argument of a tool, as its bytes. */
export type HandlerFile = { name: string; mimetype: string; bytes: Uint8Array };

/** A page of a web search, and a message to or from a language model. */
export type FoundPage = { title: string; url: string; text: string };
export type SaidMessage = { role: "system" | "user" | "assistant"; content: string };

/**
 * Services of this server, if the project or the operator has configured them; a missing service ends the execution.
 */
export type HandlerServices = {
  /** Searches the web. `answer`: an answer in words, if the provider has one; `text`: the whole result as a text. */
  search: (question: string) => Promise<{ answer: string | null; pages: FoundPage[]; text: string }>;
  /** The language model's response, and the model's name. */
  ask: (messages: SaidMessage[], temperature?: number) => Promise<{ text: string; model: string }>;
};

export type HandlerTools = {
  call: HandlerCall;
  /** Absent in a dry run, which asks no search provider and no model. */
  services?: HandlerServices;
  /** Whom the execution is for. */
  userId: string | undefined;
  /** The connection's values by their names on the wire (subdomain, region), without secrets. */
  values: Readonly<Record<string, string>>;
  /** Aborts when the caller disconnects. Requests of `call` end automatically. */
  signal: AbortSignal | undefined;
  /** When the execution's time ends, in milliseconds since 1970. */
  deadline: number;
  /** Reads a `file_uploadable` argument. */
  readFile: (file: unknown) => Promise<HandlerFile>;
  /** Ends the execution with `successful: false` and this sentence. */
  fail: (message: string) => never;
};

/**
 * One composite tool: validated arguments in, the `data` object of the answer out. A `HandlerFile` among its values is
 * stored, and people get its download address instead.
 */
export type ToolHandler = (args: Record<string, never>, tools: HandlerTools) => Promise<Record<string, unknown>>;

/** `toolkits/<slug>/handlers.ts` exports `handlers: ToolHandlers`; a tool names one of its keys. */
export type ToolHandlers = Record<string, ToolHandler>;

function* eachOf<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries();
}

/**
 * Runs the work for all items, at most `limit` at the same time; the results are in the order of the items. After a
 * failure nothing further begins.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // All workers take from one generator, which a worker that fails closes by leaving its loop.
  const queue = eachOf(items);
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, async () => {
      for (const [index, item] of queue) results[index] = await work(item);
    }),
  );
  return results;
}
