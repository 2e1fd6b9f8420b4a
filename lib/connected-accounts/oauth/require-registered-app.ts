/**
 * Introduces this server as an OAuth app: by a registration that the provider takes from anybody (RFC 7591), or by the
 * address of a document that the provider reads (OAuth Client ID Metadata Document).
 */
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { z } from "zod";
import { requireAuthConfig, updateAuthConfig, type AuthConfig } from "@/lib/auth-configs/auth-configs";
import { openOwnCredentials, type AppCredentials } from "@/lib/auth-configs/app-credentials";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { clientDocumentUrl } from "./client-document";
import { defaultRedirectUri } from "./oauth-client";
import { cleanMessage } from "./provider-error";
import { withTokenSlot } from "./with-token-slot";
import { discoverServer, type ServerMetadata } from "./server-metadata";

const TIMEOUT_MS = 20_000;

const Registration = z.object({ client_id: z.string().min(1), client_secret: z.string().nullish() });

/** Uses a client secret if the server accepts one in the body; else no authentication but PKCE (RFC 7636). */
const authMethod = ({ token_endpoint_auth_methods_supported: supported }: ServerMetadata): string =>
  supported.includes("client_secret_post") ? "client_secret_post" : "none";

const Refusal = z.object({ error: z.string(), error_description: z.string().nullish() });

/**
 * The error of a refusal (RFC 7591 section 3.2.2). Of other answers only the status is shown: they may contain a
 * secret.
 */
function refusalOf(status: number, text: string): string {
  const { data } = Refusal.safeParse(findJson(text, SMALL_BOUNDS));
  if (!data) return `HTTP ${status}`;
  const words = [data.error, data.error_description].filter(Boolean).join(": ");
  return `HTTP ${status} ${cleanMessage(words, []).replace(/\.$/, "")}`;
}

async function register(
  server: ServerMetadata,
  { redirectUri, scope }: { redirectUri: string; scope: string },
  { projectId, proxy }: AppCredentials,
): Promise<z.infer<typeof Registration>> {
  const toRefusal = (words: string, cause?: unknown) =>
    new ApiError("BadRequest", `${new URL(server.issuer).host} did not register this server as an app: ${words}.`, {
      suggestedFix: "Register an app there by hand and put its client_id into the auth config.",
      cause,
    });
  if (!server.registration_endpoint) throw toRefusal("it takes no registrations");
  const registration = {
    client_name: "Patchbay",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: authMethod(server),
    ...(scope && { scope }),
  };
  try {
    const response = await send({
      projectId,
      ...(proxy && { proxy }),
      method: "POST",
      url: server.registration_endpoint,
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(registration),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
      maxRedirects: 0,
    });
    const text = bodyText(response);
    const { status } = response;
    const value = status < 300 ? findJson(text, SMALL_BOUNDS) : undefined;
    if (status < 300 && value === undefined) throw toRefusal("its answer is not JSON");
    const parsed = Registration.safeParse(value);
    if (parsed.success) return parsed.data;
    throw toRefusal(status < 300 ? "its answer holds no client_id" : refusalOf(status, text));
  } catch (error) {
    if (error instanceof OutboundError) throw toRefusal(error.message, error);
    throw error;
  }
}

/**
 * Whether the provider reads the document of this server. It names one redirect URI only, and its address must be
 * https. A scheme that registers uses it only where nobody can register.
 */
const readsDocument = (server: ServerMetadata, mode: string, redirectUri: string): boolean =>
  server.client_id_metadata_document_supported === true &&
  (mode === "CIMD_OAUTH" || !server.registration_endpoint) &&
  redirectUri === defaultRedirectUri() &&
  new URL(clientDocumentUrl()).protocol === "https:";

const running = () => processMemory("connected-accounts.registering", () => shareInFlight<AppCredentials>());

/**
 * Registers without a lock, because no lock must be held while a provider is asked. If two copies of this server
 * register at the same time, the first app is stored and used by both.
 */
async function registerOnce({ id, projectId, scheme }: AuthConfig): Promise<AppCredentials> {
  const readCredentials = async () => openOwnCredentials(await requireAuthConfig(projectId, id));
  const appCredentials = await readCredentials();
  if (appCredentials.values.client_id) return appCredentials;
  const server = await discoverServer(appCredentials.values.server_url ?? "", appCredentials);
  const redirectUri = appCredentials.values.oauth_redirect_uri ?? defaultRedirectUri();
  const scope = (appCredentials.scopes ?? []).join(" ");
  const { client_id: clientId, client_secret: secret } = readsDocument(server, scheme, redirectUri)
    ? { client_id: clientDocumentUrl(), client_secret: null }
    : await register(server, { redirectUri, scope }, appCredentials);
  const credentials = {
    client_id: clientId,
    ...(secret && { client_secret: secret }),
    authorization_url: server.authorization_endpoint,
    token_url: server.token_endpoint,
    ...(server.revocation_endpoint && { revoke_url: server.revocation_endpoint }),
  };
  await updateAuthConfig(projectId, id, { owned: false, onlyWithoutApp: true, credentials });
  return readCredentials();
}

/**
 * The OAuth app of an auth config. It is introduced when the first person connects, and stored in the auth config.
 * Several people at the same time cause one introduction.
 * @throws ApiError BadRequest if the server has no metadata, or neither accepts registrations nor reads documents
 */
export async function requireRegisteredApp(config: AuthConfig, app: AppCredentials): Promise<AppCredentials> {
  if (app.values.client_id) return app;
  return running().run(config.id, () => withTokenSlot(config.projectId, () => registerOnce(config)));
}
