/** The text of a document: sent with the request, as a file that was uploaded, or at an address. */
import { isUtf8 } from "node:buffer";
import { requireFile } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { INTROSPECTION } from "./compile/graphql-schema";
import { MAX_SOURCE_BYTES } from "./constants";

/** The bytes of a text in UTF-8, where only the thread that compiles reads it: to decode megabytes holds a thread. */
export type SourceText = string | Uint8Array<ArrayBuffer>;
export type Source = { text: SourceText; url: string | undefined };
/** How a request names a document; exactly one of them. `source`: it is read already. */
export type SourceChoice = {
  document?: string | undefined;
  file?: string | undefined;
  url?: string | undefined;
  source?: Source | undefined;
};

const FETCH_MS = 30_000;
const ACCEPT = "application/json, application/yaml, application/vnd.oai.openapi+json, text/yaml, */*;q=0.5";
const MAX_CONFIGURATION = 64 * 1024;

const tooLarge = (): ApiError =>
  new ApiError("PayloadTooLarge", `A document has at most ${MAX_SOURCE_BYTES / 1024 / 1024} MB.`, {
    suggestedFix: "Send only the operations that are needed.",
  });

async function readFile(projectId: string, key: string): Promise<SourceText> {
  const file = await requireFile(projectId, key);
  if (file.size > MAX_SOURCE_BYTES) throw tooLarge();
  // In place: chunks that are joined afterwards would be in memory twice.
  const room = Buffer.alloc(file.size);
  let bytes = 0;
  for await (const chunk of file.read()) {
    if (bytes + chunk.byteLength > room.byteLength) throw tooLarge();
    room.set(chunk, bytes);
    bytes += chunk.byteLength;
  }
  const whole = bytes === room.byteLength ? room : room.subarray(0, bytes);
  return isUtf8(whole) ? whole : whole.toString("utf8");
}

/** What an address answers, in words for whoever gave it. */
async function fetchText(projectId: string, url: string): Promise<string> {
  try {
    const answer = await send({
      ...{ projectId, method: "GET", url, headers: { accept: ACCEPT } },
      ...{ timeoutMs: FETCH_MS, maxBytes: MAX_SOURCE_BYTES },
    });
    if (answer.status >= 200 && answer.status < 300) return answer.body.toString("utf8");
    throw new ApiError("Unprocessable", `The URL returned ${answer.status} instead of a document.`, {
      suggestedFix: "Open the URL in a browser, or send the document itself.",
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError("Unprocessable", `Couldn't fetch the document: ${error.message}`, {
      suggestedFix: "Check the URL, or send the document itself.",
      cause: error,
    });
  }
}

/** Names that only descriptions have near their beginning. */
const IS_DESCRIPTION = /["']?(openapi|swagger|__schema|rootUrl|servicePath|auth_schemes|_postman_id|schema)["']?\s*:/;
const SNIFFED = 200_000;

/** The schema of a GraphQL endpoint; undefined if the address has no such endpoint, or it hides its schema. */
async function introspect(projectId: string, url: string): Promise<string | undefined> {
  try {
    const answer = await send({
      ...{ projectId, method: "POST", url, body: JSON.stringify({ query: INTROSPECTION }) },
      headers: { "content-type": "application/json", accept: "application/json" },
      ...{ timeoutMs: FETCH_MS, maxBytes: MAX_SOURCE_BYTES },
    });
    const text = answer.body.toString("utf8");
    return answer.status === 200 && text.slice(0, SNIFFED).includes('"__schema"') ? text : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** A document at the address, or the schema of a GraphQL endpoint there. */
async function readAddress(projectId: string, url: string): Promise<string> {
  try {
    const text = await fetchText(projectId, url);
    return IS_DESCRIPTION.test(text.slice(0, SNIFFED)) ? text : ((await introspect(projectId, url)) ?? text);
  } catch (error) {
    const schema = error instanceof ApiError ? await introspect(projectId, url) : undefined;
    if (schema === undefined) throw error;
    return schema;
  }
}

/** Characters can have several bytes, and bytes that are no characters become three each. */
function assertSize(text: SourceText): SourceText {
  if (Buffer.byteLength(text) > MAX_SOURCE_BYTES) throw tooLarge();
  return text;
}

/**
 * Reads a document.
 * @returns undefined if the request names none
 * @throws ApiError Unprocessable if it names several or the address does not give it, NotFound for an unknown file,
 *   PayloadTooLarge
 */
export async function findSource(
  projectId: string,
  { document, file, url, source }: SourceChoice,
): Promise<Source | undefined> {
  if (source) return { ...source, text: assertSize(source.text) };
  const named = [document, file, url].filter((choice) => choice !== undefined);
  if (named.length === 0) return undefined;
  if (named.length > 1)
    throw new ApiError("Unprocessable", "Only one of document, file and url can be sent.", {
      suggestedFix: "Send the document in one of the three ways.",
    });
  if (document !== undefined) return { text: assertSize(document), url: undefined };
  if (file !== undefined) return { text: assertSize(await readFile(projectId, file)), url: undefined };
  return { text: assertSize(await readAddress(projectId, url ?? "")), url };
}

/** OpenID configurations by their addresses; null where none could be read. */
export async function fetchConfigurations(
  projectId: string,
  addresses: readonly string[],
): Promise<[string, unknown][]> {
  return Promise.all(
    addresses.map(async (url): Promise<[string, unknown]> => {
      try {
        const request = { projectId, method: "GET", url, timeoutMs: 10_000, maxBytes: MAX_CONFIGURATION };
        const { status, body } = await send(request);
        return [url, status === 200 ? (findJson(body.toString("utf8"), SMALL_BOUNDS) ?? null) : null];
      } catch (error) {
        if (error instanceof OutboundError) return [url, null];
        throw error;
      }
    }),
  );
}
