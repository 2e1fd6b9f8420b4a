/** Types for `toolkits/<slug>/handlers.ts`: composite tools, which are more than one HTTP operation. */

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
};

export type HandlerResponse = {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON, otherwise text. */
  data: unknown;
};

/**
 * Sends one request with the account's credentials. A status of 400 or above ends the handler with the provider's
 * message.
 */
export type HandlerCall = (request: HandlerRequest) => Promise<HandlerResponse>;

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
