/** What a client asks of a person, read from the address that it opens in their browser. */
import { requireClient, type Client } from "./clients";
import { KEY_ALONE, serverOfResource, takesKeyAlone } from "./addresses";
import { OAuthError } from "./oauth-error";
import { isChallenge } from "./pkce";
import { isRegistered } from "./redirects";

/** The server that a client wants to use, as its room describes it. */
export type ServerFacts = {
  id: string;
  projectId: string;
  name: string;
  /** `count` is of all its tools, `first` are those whose names are shown. */
  toolkits: { slug: string; name: string; count: number; first: { slug: string; name: string }[] }[];
};
export type FindServer = (id: string) => Promise<ServerFacts | null>;
/** User IDs with a working account of one of the toolkits (slugs), the last connected first. */
export type SuggestUsers = (projectId: string, toolkits: readonly string[]) => Promise<string[]>;

export type AuthorizeRequest = {
  client: Client;
  redirectUri: string;
  state: string | undefined;
  challenge: string;
  server: ServerFacts;
};

/** A problem that is reported to the client, because the client and its redirect URI are known. */
export class ToldProblem extends Error {
  constructor(
    readonly problem: OAuthError,
    readonly client: Client,
    readonly redirectUri: string,
    readonly state: string | undefined,
  ) {
    super(problem.message);
  }
}

const NAMES = "response_type client_id redirect_uri code_challenge code_challenge_method state resource scope".split(
  " ",
);
const MAX_STATE = 2000;

/**
 * @throws OAuthError for a parameter that occurs twice: two programs could read different values
 */
function readSingles(search: URLSearchParams): Record<string, string | undefined> {
  return Object.fromEntries(
    NAMES.map((name) => {
      const all = search.getAll(name);
      if (all.length > 1) throw new OAuthError("invalid_request", `${name} is there more than once.`);
      return [name, all[0] || undefined];
    }),
  );
}

function problemOf(params: Record<string, string | undefined>, server: ServerFacts | null): OAuthError | null {
  const invalid = (what: string) => new OAuthError("invalid_request", what);
  if (params.response_type !== "code")
    return params.response_type === undefined
      ? invalid("response_type is missing.")
      : new OAuthError("unsupported_response_type", "response_type must be code.");
  if (!params.code_challenge || params.code_challenge_method !== "S256" || !isChallenge(params.code_challenge))
    return invalid("code_challenge with code_challenge_method=S256 is needed (PKCE, RFC 7636).");
  if ((params.state?.length ?? 0) > MAX_STATE) return invalid(`state must have at most ${MAX_STATE} characters.`);
  if (params.resource === undefined)
    // Clients that were refused at an address without metadata come without it.
    return new OAuthError(
      "invalid_target",
      "resource is missing: the address of the MCP server (RFC 8707). " +
        "Addresses of sessions, and /mcp/manage, take no sign-in: " +
        "they need a key, in the header x-api-key or as Authorization: Bearer.",
      { needsKey: true },
    );
  if (takesKeyAlone(params.resource)) return new OAuthError("invalid_target", KEY_ALONE, { needsKey: true });
  return server ? null : new OAuthError("invalid_target", "resource is no MCP server of this server.");
}

/**
 * Reads a request. The client and the redirect URI are checked first: without both nobody is redirected.
 * @param address of the browser
 * @throws OAuthError to show to the person; ToldProblem to report to the client
 */
export async function readAuthorizeRequest(
  search: URLSearchParams,
  address: string | undefined,
  findServer: FindServer,
): Promise<AuthorizeRequest> {
  const params = readSingles(search);
  if (!params.client_id) throw new OAuthError("invalid_request", "client_id is missing.");
  const serverId = params.resource === undefined ? null : serverOfResource(params.resource);
  const server = serverId === null ? null : await findServer(serverId);
  const client = await requireClient(params.client_id, { projectId: server?.projectId ?? "", address });
  const { redirect_uri: redirectUri, state } = params;
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirectUris))
    throw new OAuthError("invalid_redirect_uri", "redirect_uri is not a URL this client registered.");
  const problem = problemOf(params, server);
  if (problem || !server)
    throw new ToldProblem(problem ?? new OAuthError("invalid_target", ""), client, redirectUri, state);
  return { client, redirectUri, state, challenge: params.code_challenge ?? "", server };
}
