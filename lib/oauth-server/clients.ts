/** Clients: those that register themselves, those with a document of their own, and machines with a secret. */
import { timingSafeEqual } from "node:crypto";
import { clientOf } from "@/lib/access/sign-in/sign-in-tries";
import { db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { now } from "@/lib/kernel/time/clock";
import { findDocument, isDocumentAddress } from "./find-document";
import type { ClientMetadata } from "./client-metadata";
import { OAuthError } from "./oauth-error";

export type Client = {
  id: string;
  /** The project whose machine it is; null for all other clients. */
  projectId: string | null;
  name: string;
  /**
   * The host that vouches for the name: the host of the client's document. Clients that register themselves choose any
   * name.
   */
  provenHost: string | null;
  redirectUris: string[];
  secretHash: string | null;
};

/** The maximum of registrations and documents for one address in an hour. */
const AN_HOUR = { register: 30, document: 60 };
/**
 * So many clients may wait for their first use; then registering is closed until the oldest are deleted, within the
 * hour.
 */
const MOST_UNUSED = 20_000;

/** @throws OAuthError temporarily_unavailable for an address that asked too often */
async function count(what: keyof typeof AN_HOUR, address: string | undefined): Promise<void> {
  const limit = { subject: `oauth-${what}:${clientOf(address)}`, requests: AN_HOUR[what], seconds: 3600 };
  const { allowed, resetSeconds } = await takeToken(limit);
  if (!allowed)
    throw new OAuthError(
      "temporarily_unavailable",
      `Too many clients registered from this address. Try again in ${resetSeconds} seconds.`,
    );
}

const UNUSED = statement({
  name: "oauth-server.unused-clients",
  text: `SELECT count(*)::int AS total FROM
    (SELECT 1 FROM oauth_client WHERE project_id IS NULL AND last_used_at IS NULL LIMIT ${MOST_UNUSED}) unused`,
  columns: { total: "int4" },
});

export type Registered = { id: string; secret: string | null; createdAt: Date };

/**
 * Registers a client. Its secret, where it wants one, is in the answer and nowhere else.
 * @param address of whoever asks
 * @throws OAuthError temporarily_unavailable when too many clients were registered
 */
export async function registerClient(metadata: ClientMetadata, address: string | undefined): Promise<Registered> {
  await count("register", address);
  const [unused] = await rowsOf(UNUSED, []);
  if ((unused?.total ?? 0) >= MOST_UNUSED)
    throw new OAuthError(
      "temporarily_unavailable",
      "Too many clients were registered and not used. Try again in an hour.",
    );
  const secret = metadata.authMethod === "none" ? null : newToken("ocs_");
  const row = await db.oauthClient.create({
    data: {
      id: newId("oauthClient"),
      name: metadata.name,
      redirectUris: metadata.redirectUris,
      secretHash: secret && hashToken(secret),
      createdAt: now(),
    },
  });
  return { id: row.id, secret, createdAt: row.createdAt };
}

const unknownClient = () =>
  new OAuthError("invalid_client", "There is no client with this client_id. Register it again.");

async function findRow(id: string): Promise<Client | null> {
  if (!/^oc_\w{1,40}$/.test(id)) return null;
  const row = await db.oauthClient.findFirst({ where: { id } });
  return row && { ...row, provenHost: null };
}

/**
 * The client that a person is asked about.
 * @param by for which project its document is fetched, and who asks
 * @throws OAuthError invalid_client
 */
export async function requireClient(
  id: string,
  by: { projectId: string; address: string | undefined },
): Promise<Client> {
  if (!isDocumentAddress(id)) {
    const row = await findRow(id);
    if (!row || row.projectId !== null) throw unknownClient();
    return row;
  }
  const { name, redirectUris } = await findDocument(id, by.projectId, () => count("document", by.address));
  return { id, projectId: null, name, provenHost: new URL(id).host, redirectUris, secretHash: null };
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
};

/** The id and the secret of a Basic header (RFC 6749 section 2.3.1). */
function readBasic(header: string): { id: string | undefined; secret: string | undefined } | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]{1,2000})$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colonIndex = text.indexOf(":");
  return colonIndex < 0
    ? null
    : { id: decoded(text.slice(0, colonIndex)), secret: decoded(text.slice(colonIndex + 1)) };
}

const isSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(hash));

/** What a client without a secret is at the token endpoint: its document was read when a person was asked. */
const ofDocument = (id: string): Client => ({
  id,
  projectId: null,
  name: "",
  provenHost: new URL(id).host,
  redirectUris: [],
  secretHash: null,
});

/**
 * The client that asks for a token, or gives one back.
 * @throws OAuthError invalid_client for an unknown one, and for one whose secret is wrong or missing
 */
export async function authenticateClient(authorization: string | null, form: Record<string, string>): Promise<Client> {
  const basic = authorization === null ? null : readBasic(authorization);
  if (authorization !== null && !basic)
    throw new OAuthError("invalid_client", "The Authorization header holds no client_id and secret.");
  if (basic && form.client_secret !== undefined)
    throw new OAuthError("invalid_request", "The client's secret was sent in two places. Send it in one.");
  const id = basic?.id ?? form.client_id;
  if (!id) throw new OAuthError("invalid_client", "client_id is missing.");
  if (basic && form.client_id !== undefined && form.client_id !== id)
    throw new OAuthError("invalid_request", "client_id is not the one of the Authorization header.");
  if (isDocumentAddress(id)) return ofDocument(id);
  const client = await findRow(id);
  if (!client) throw unknownClient();
  const secret = basic?.secret ?? form.client_secret;
  if (client.secretHash !== null && (secret === undefined || !isSecret(secret, client.secretHash)))
    throw new OAuthError("invalid_client", "The client's secret is missing or wrong.");
  return client;
}
