/** Typed calls of our own API, query options, one error class. The only place in the browser that calls fetch. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Address, OperationAt, Operation, Result, RequestInput } from "./operation";
import { ClientError, toClientError } from "./client-error";
import { createOnce, forgetAnswered, forgetPresses, holdPresses } from "./create-once";
import { confirmAgain } from "./confirm-again";
import { readEvents, type StreamEvent } from "./read-events";

export { ClientError, forgetAnswered, holdPresses };
export type { StreamEvent };

const PROJECT_KEY = "patchbay.project";

/** The project of this tab; undefined until it asked for the first time. */
let tabProject: string | null | undefined;

function keptProject(): string | null {
  try {
    return window.localStorage.getItem(PROJECT_KEY);
  } catch {
    return null; // storage may be forbidden: the server's choice is right then
  }
}

/**
 * The project that this tab is about, or null when the server should choose. It stays when another tab chooses another
 * one: what is saved here must reach the project that is shown here.
 */
export function chosenProject(): string | null {
  tabProject ??= keptProject();
  return tabProject;
}

/** Remembers the project for the calls of this tab that follow, and for new tabs; null forgets it. */
export function chooseProject(projectId: string | null): void {
  tabProject = projectId;
  try {
    if (projectId) window.localStorage.setItem(PROJECT_KEY, projectId);
    else window.localStorage.removeItem(PROJECT_KEY);
  } catch {
    return; // see keptProject
  }
}

/** Whatever the server answers. @throws ClientError where nothing came */
async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ClientError("The server didn’t respond.", 0, {
      suggestedFix: "Check your connection and that Patchbay is running, then try again.",
    });
  }
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  const response = await reach(url, init);
  if (response.ok) return response;
  const error = await toClientError(response);
  if (!(await confirmAgain(error.detail.slug))) throw error;
  const secondResponse = await reach(url, init);
  if (!secondResponse.ok) throw await toClientError(secondResponse);
  return secondResponse;
}

/** What an operation answers: `ResultOf<typeof accessApi.listApiKeys>["items"][number]` is one row. */
export type ResultOf<A extends Address> = Result<OperationAt<A>>;
/** What an operation takes: `SentTo<typeof accessApi.createApiKey>["body"]`. */
export type SentTo<A extends Address> = RequestInput<OperationAt<A>>;

type AnySent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function toUrl(path: string, { params = {}, query: search = {} }: AnySent): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((item) => [name, String(item)]),
  );
  return pairs.length > 0 ? `${address}?${new URLSearchParams(pairs)}` : address;
}

type How = { signal?: AbortSignal; file?: Blob; idempotencyKey?: string };

function send(op: Address, parts: AnySent, { signal, file, idempotencyKey }: How = {}): Promise<Response> {
  const project = chosenProject();
  const headers = new Headers({ accept: "application/json" });
  if (project) headers.set("x-project-id", project);
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  if (parts.body !== undefined) headers.set("content-type", "application/json");
  else if (file) headers.set("content-type", "application/octet-stream");
  const body = parts.body === undefined ? file : JSON.stringify(parts.body);
  return answerOf(toUrl(op.path, parts), { method: op.method, headers, body, signal });
}

/**
 * Calls one operation with the session cookie as the credential. A call that creates something is made once, however
 * often its button is pressed. Throws `ClientError`.
 */
export function call<O extends Operation>(
  op: Address<O>,
  input: RequestInput<O>,
  signal?: AbortSignal,
): Promise<Result<O>> {
  if (op.method === "DELETE") forgetPresses();
  const ask = async (idempotencyKey?: string) => {
    const response = await send(op, input, { signal, idempotencyKey });
    return (response.status === 204 ? undefined : await readJson(response)) as Result<O>;
  };
  return op.creates ? createOnce(JSON.stringify([chosenProject(), op.id, input]), ask) : ask();
}

/** The JSON of an answer; one that breaks off counts as lost. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ClientError("The answer broke off.", 0, { suggestedFix: "Try again." });
  }
}

/** The bytes that an operation answers: a file to keep. Throws `ClientError`, also where the answer breaks off. */
export async function download<O extends Operation>(op: Address<O>, input: RequestInput<O>, signal?: AbortSignal) {
  const response = await send(op, input, { signal });
  try {
    return await response.blob();
  } catch {
    throw new ClientError("The response was cut off.", 0, { suggestedFix: "Try again, or choose fewer rows." });
  }
}

/** Calls one operation whose body is a file. Throws `ClientError`. */
export async function upload<O extends Operation>(
  op: Address<O>,
  input: RequestInput<O>,
  file: Blob,
): Promise<Result<O>> {
  const response = await send(op, input, { file });
  return (await response.json()) as Result<O>;
}

/**
 * Sends bytes to a signed address. An address of this server is called on the page's own origin: people can open the
 * server under another name than the name in signed addresses.
 */
export async function putContent(url: string, content: Blob, type: string, signal?: AbortSignal): Promise<void> {
  const { pathname, search } = new URL(url);
  const target = pathname.startsWith("/api/v3/internal/patchbay/files/") ? pathname + search : url;
  let response: Response;
  try {
    response = await fetch(target, {
      method: "PUT",
      body: content,
      headers: { "content-type": type },
      signal,
      credentials: "omit",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ClientError("The file storage didn’t respond.", 0, {
      suggestedFix: "Check your connection; a bucket must allow PUT from this page's origin in its CORS rules.",
    });
  }
  if (!response.ok) throw await toClientError(response);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/**
 * Follows an operation that streams events, and connects again whenever the stream ends, until `signal` aborts.
 * `onState` receives whether events arrive now. Events between two connections are not sent again: read the list again
 * at each `live`.
 */
export async function follow<O extends Operation>(
  op: Address<O>,
  input: RequestInput<O>,
  {
    signal,
    onEvent,
    onState,
  }: { signal: AbortSignal; onEvent: (event: StreamEvent) => void; onState: (state: "live" | "waiting") => void },
): Promise<void> {
  const project = chosenProject();
  for (let failures = 0; !signal.aborted; ) {
    try {
      const response = await fetch(toUrl(op.path, input), {
        signal,
        headers: { accept: "text/event-stream", ...(project && { "x-project-id": project }) },
      });
      if (!response.ok || !response.body) throw await toClientError(response);
      failures = 0;
      onState("live");
      for await (const event of readEvents(response.body)) onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ClientError && error.status === 401) throw error;
      failures++;
    }
    if (signal.aborted) return;
    if (failures > 0) onState("waiting");
    await pause(Math.min(500 * 2 ** failures, 15_000), signal);
  }
}

/**
 * The events of one call that streams them: once, without connecting again, because calling again would begin the work
 * again. Aborting `signal` ends it. Throws `ClientError`, also where the stream breaks off.
 */
export async function* stream<O extends Operation>(
  op: Address<O>,
  input: RequestInput<O>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { body } = await send(op, input, { signal });
  try {
    if (body) yield* readEvents(body);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ClientError("The connection broke off.", 0, { suggestedFix: "Check your connection, then try again." });
  }
}

/** One message of an MCP client. */
export type RpcMessage = { jsonrpc: "2.0"; id: number; method: string; params: Record<string, unknown> };

/**
 * Sends a message to an MCP endpoint of this server and gives its answer with the HTTP status, errors too. The address
 * is the credential, so no cookie goes along; it is called on the page's own origin, as in `putContent`.
 */
export async function postRpc(
  address: string,
  message: RpcMessage,
  signal?: AbortSignal,
): Promise<{ status: number; answer: unknown }> {
  const { pathname, search } = new URL(address);
  const response = await reach(pathname + search, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify(message),
    credentials: "omit",
    signal,
  });
  const { status, body, headers } = response;
  if (!body || !headers.get("content-type")?.startsWith("text/event-stream"))
    return { status, answer: (await response.json().catch(() => null)) as unknown };
  for await (const { data } of readEvents(body))
    if ((data as { id?: unknown } | null)?.id === message.id) return { status, answer: data };
  throw new ClientError("The stream ended without a response.", 0, { suggestedFix: "Try again." });
}

/** `useQuery(query(catalogApi.listToolkits, { query: { search } }))`: the key contains the operation's id. */
export const query = <O extends Operation>(op: Address<O>, input: RequestInput<O>) =>
  queryOptions({ queryKey: [op.id, input], queryFn: ({ signal }) => call(op, input, signal) });

/**
 * `useInfiniteQuery(pages(op, sent))` for an operation that answers `next_cursor` and takes `cursor`
 * in its query, or in its body when it has one.
 */
export const pages = <O extends Operation>(op: Address<O>, input: RequestInput<O>) =>
  infiniteQueryOptions({
    queryKey: [op.id, "pages", input],
    queryFn: ({ pageParam, signal }) => call(op, atCursor(op, input, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { next_cursor?: string | null }).next_cursor ?? undefined,
  });

function atCursor<O extends Operation>(op: Address<O>, input: RequestInput<O>, cursor: string | null) {
  if (cursor === null) return input;
  const part = op.method === "GET" ? "query" : "body";
  const parts = input as Record<string, object | undefined>;
  return { ...input, [part]: { ...parts[part], cursor } };
}

/** `useMutation(mutation(op, queryClient, { refresh: [accessApi.listApiKeys] }))` reads `refresh` again. */
export const mutation = <O extends Operation>(
  op: Address<O>,
  client: QueryClient,
  { refresh = [] as readonly Address[] } = {},
) => ({
  mutationFn: (input: RequestInput<O>) => call(op, input),
  onSuccess: async () => {
    await Promise.all(refresh.map((other) => client.invalidateQueries({ queryKey: [other.id] })));
  },
});
