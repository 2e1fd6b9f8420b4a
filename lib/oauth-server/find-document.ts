/**
 * Clients whose id is the URL of a document about themselves (draft-ietf-oauth-client-id-metadata-document): they do
 * not register, and the URL proves their owner.
 */
import { bodyText } from "@/lib/kernel/text/decode-text";
import { LRUCache } from "lru-cache";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { processMemory } from "@/lib/kernel/process-memory";
import { isUrl } from "@/lib/kernel/text/is-url";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { type ClientMetadata, readMetadata } from "./client-metadata";
import { OAuthError } from "./oauth-error";

/** The size that is enough for every description of a client; larger documents are refused. */
const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 10;
const TIMEOUT_MS = 5_000;
/** How long a document counts without being asked for again. */
const REMEMBER_MS = 5 * 60_000;

const documents = () =>
  processMemory("oauth-server.documents", () => ({
    known: new LRUCache<string, ClientMetadata>({ max: 500, ttl: REMEMBER_MS }),
    asked: shareInFlight<ClientMetadata>(),
  }));

/**
 * Whether an id has the form of such an address: https, with a path, and nothing that two programs could read
 * differently.
 */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith("https://") || id.length > 500 || !isUrl(id)) return false;
  const url = new URL(id);
  return url.href === id && url.pathname !== "/" && !url.username && !url.password && !id.includes("#");
}

const noDocument = (id: string, why: string) => new OAuthError("invalid_client", `${id} ${why}`);

/**
 * Reads a document that was fetched from an address.
 * @throws OAuthError as `readMetadata`; invalid_client for one that is about another client, or names a secret
 */
export function readDocument(id: string, text: string): ClientMetadata {
  const value = findJson(text, { ...SMALL_BOUNDS, depth: MAX_DEPTH });
  if (typeof value !== "object" || value === null) throw noDocument(id, "is no JSON document about a client.");
  const document = value as Record<string, unknown>;
  if (document.client_id !== id) throw noDocument(id, "is about a client with another client_id.");
  const metadata = readMetadata({ token_endpoint_auth_method: "none", ...document });
  if (metadata.authMethod !== "none" || "client_secret" in document)
    throw noDocument(id, "is public, so its client can have no secret: token_endpoint_auth_method must be none.");
  return metadata;
}

async function fetchDocument(id: string, projectId: string): Promise<ClientMetadata> {
  try {
    const answer = await send({
      projectId,
      // Everybody who opens the sign-in page names the address: no host counts that was opened for the project's own
      // people.
      sender: "clients",
      method: "GET",
      url: id,
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    if (answer.status !== 200) throw noDocument(id, `answers ${answer.status} instead of a document about a client.`);
    return readDocument(id, bodyText(answer));
  } catch (error) {
    if (error instanceof OutboundError)
      throw new OAuthError("invalid_client", `${id} could not be read by this server.`, {
        unreadUrl: id,
      });
    throw error;
  }
}

/**
 * The metadata at a client's URL, requested at most every five minutes.
 * @param projectId the project that is charged
 * @param admit called before the request, and can refuse it
 * @throws OAuthError
 */
export async function findDocument(id: string, projectId: string, admit: () => Promise<void>): Promise<ClientMetadata> {
  const { known: cache, asked: inFlight } = documents();
  const metadata = cache.get(id);
  if (metadata) return metadata;
  await admit();
  const read = await inFlight.run(id, () => fetchDocument(id, projectId));
  cache.set(id, read);
  return read;
}
