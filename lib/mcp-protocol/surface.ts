/**
 * What an MCP endpoint offers, whoever gives it: an MCP server, a session, the management of a project. The protocol
 * (versions, messages, streams) is the dispatcher's business alone.
 */

/** The members of a result, or JSON text of an object without `_meta`: large results are kept or made as text. */
export type Members = Readonly<Record<string, unknown>> | RawObject;

/** A part of a text; bytes where it is sent again and again, so that it is encoded once. */
export type Piece = string | Buffer;

/** JSON text of an object, in pieces that need not be copied into one. */
export class RawObject {
  readonly pieces: readonly Piece[];

  constructor(...pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** A question for the client, as the protocol words it. */
export type InputRequest = {
  method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  params?: Readonly<Record<string, unknown>>;
};

/** The work cannot go on without the client: it is asked, and the same call comes again with the answers. */
export class Ask {
  /**
   * @param requests by names that the answers carry again
   * @param state comes back with the answers, through the client: seal what must not be changed
   * @param otherwise the result for a client that cannot be asked; without it such a call is an error
   */
  constructor(
    readonly requests: Readonly<Record<string, InputRequest>>,
    readonly state?: string,
    readonly otherwise?: Members,
  ) {}
}

export type Progress = { progress: number; total?: number; message?: string };

/** What a method knows of its call. */
export type CallContext = {
  /** Aborts when the client hangs up or cancels the call. */
  signal: AbortSignal;
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>>;
  /** Whether the client can be asked this. One that cannot gets the `otherwise` of an `Ask`. */
  canAsk: (request: InputRequest) => boolean;
  /**
   * Asks the client while the call goes on; null if it does not answer. Missing for clients that are asked only by the
   * answer.
   */
  ask?: (request: InputRequest) => Promise<Readonly<Record<string, unknown>> | null>;
  /** What the client answered to the `Ask` before, by its names; none in a first call. */
  answers?: Readonly<Record<string, unknown>>;
  /** The state of the `Ask` before. From the client, so it may be anything. */
  state?: string;
  /** Reports the progress of the work, to a client that asked for it. */
  progress: (update: Progress) => void;
  /** Sends the client a message in addition to the result. */
  tell: (method: `notifications/${string}`, params: Readonly<Record<string, unknown>>) => void;
};

export type Method = (params: Readonly<Record<string, unknown>>, context: CallContext) => Promise<Members | Ask>;

/** The lists whose changes clients can be notified about. */
export type ListKind = "tools" | "prompts" | "resources";

export type McpSurface = {
  serverInfo: { name: string; title?: string; version: string };
  /** Guidance for the model; asked for when a client begins. */
  instructions?: () => Promise<string>;
  /** What there is besides tools; `methods` answers it. */
  capabilities?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * A page of tools: `{tools, nextCursor?}`.
   * @throws ApiError BadRequest for a cursor that was not issued here
   */
  listTools: (cursor: string | undefined) => Promise<Members>;
  /**
   * A result of MCP; a failure that the model should read is one with `isError`.
   * @throws ApiError or RpcError for what is no result: an unknown tool, a failure of this server
   */
  callTool: (
    call: { name: string; arguments: Readonly<Record<string, unknown>> },
    context: CallContext,
  ) => Promise<Members | Ask>;
  /** Further methods by name, such as `prompts/list` and `resources/read`. */
  methods?: Readonly<Record<string, Method>>;
  /**
   * Calls `changed` when a list has changed, in whichever copy of the app that was decided, until the returned function
   * is called. If this member exists, clients learn that lists can change.
   * @param onEnd the surface was deleted, or the client lost its permission
   */
  watch?: (changed: (kind: ListKind) => void, onEnd: () => void) => () => void;
};
