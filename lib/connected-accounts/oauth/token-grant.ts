/** Access tokens for credentials that are not sent to the API themselves: client credentials, signed JWTs, sign-ins. */
import { fillTemplate, templateFields, type TokenGrant, type ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { AccountValues } from "../account-credentials";
import { signAppJwt, signServiceAssertion } from "./jwt-assertion";
import { secretUrl, toOAuthClient } from "./client";
import { OAuthFailure } from "./failure";
import { cleanMessage } from "./provider-error";
import { askForToken } from "./oauth2";
import { namingValues, sentNames } from "./secret-hosts";
import { secretTexts } from "./secret-texts";
import { readTokenAnswer, type TokenSet } from "./token-answer";

const TIMEOUT_MS = 20_000;

/** `given` are the values of the auth config, `values` those of the connection, which come before them except for the app's. */
type Granting = { scheme: ToolkitAuthScheme; app: AppCredentials; given: AccountValues; values: AccountValues };

const allValues = ({ app, given, values }: Granting): AccountValues => ({ ...given, ...values, ...app.values });

/** Who may name the server that these values are sent to. */
const namingOf = (granting: Granting, sent: readonly string[]): AccountValues =>
  namingValues(granting.scheme, { app: granting.app.values, given: granting.given, own: granting.values }, sent);

/** The token endpoint's words for "these credentials do not count" (RFC 6749 section 5.2); for a grant without a person they end the connection. */
const CREDENTIALS_ARE_OVER = new Set(["invalid_client", "invalid_grant", "unauthorized_client", "access_denied"]);

/** Scopes that the connection, else its auth config, asks for. */
const scopesOf = ({ scheme, app, given, values }: Granting): string => {
  const own = { ...given, ...values }.scopes?.split(/[\s,]+/).filter(Boolean);
  return (own?.length ? own : (app.scopes ?? scheme.defaultScopes)).join(scheme.oauth?.scopeSeparator ?? " ");
};

/**
 * A new access token for the connection's own credentials.
 * @throws OAuthFailure, of kind "rejected" when the provider says that the credentials do not count; ApiError BadRequest
 *   for values that cannot be used as they are
 */
export async function grantToken(granting: Granting): Promise<TokenSet> {
  const { grant } = granting.scheme;
  if (!grant) throw new Error(`${granting.scheme.mode} has no token grant`);
  try {
    return await GRANTS[grant.kind](granting, grant as never);
  } catch (error) {
    if (error instanceof OAuthFailure && error.kind === "refused" && CREDENTIALS_ARE_OVER.has(error.providerCode ?? ""))
      throw new OAuthFailure("rejected", error.message, { providerCode: error.providerCode });
    throw error;
  }
}

/** What a refusal may repeat of the request, besides what is made of it. */
const secretsOf = (granting: Granting): string[] => secretTexts(allValues(granting), granting.scheme);

type Grant<K extends TokenGrant["kind"]> = (
  granting: Granting,
  grant: Extract<TokenGrant, { kind: K }>,
) => Promise<TokenSet>;

const clientCredentials: Grant<"client_credentials"> = async (granting) => {
  const { scheme, app } = granting;
  const all = allValues(granting);
  const { tokenParams = {}, tokenHeaders = {} } = scheme.oauth ?? {};
  const sent = ["client_secret", ...sentNames([tokenParams, tokenHeaders])];
  // The client may be the operator's or the connection's own.
  const client = toOAuthClient(scheme, { ...app, values: all }, all, namingOf(granting, sent));
  const scope = scopesOf(granting);
  return askForToken(
    client,
    client.provider.tokenUrl,
    {
      ...client.provider.tokenParams,
      grant_type: "client_credentials",
      ...(scope && { [client.provider.scopeParam]: scope }),
    },
    secretsOf(granting),
  );
};

const serviceAccount: Grant<"service_account"> = async (granting) => {
  const { tokenUrl, assertion } = await signServiceAssertion(
    { ...granting.given, ...granting.values },
    scopesOf(granting),
    granting.app.values.token_url,
  );
  const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }).toString();
  return readAnswer(
    await ask(
      {
        url: tokenUrl,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
        from: granting.app,
      },
      [assertion, ...secretsOf(granting)],
    ),
    { tokenPath: "access_token" },
  );
};

const appJwt: Grant<"app_jwt"> = async (granting, { url, tokenPath, expiresInSeconds }) => {
  const { app, given, values } = granting;
  const naming = { given: namingOf(granting, ["private_key"]), values: allValues(granting) };
  const address = secretUrl(url, naming, "token URL");
  const jwt = await signAppJwt({ ...given, ...values });
  return readAnswer(
    await ask({ url: address, headers: { authorization: `Bearer ${jwt}`, "user-agent": "patchbay" }, from: app }, [
      jwt,
      ...secretsOf(granting),
    ]),
    { tokenPath, expiresInSeconds },
  );
};

const login: Grant<"login"> = async (granting, grant) => {
  const { app } = granting;
  const all = allValues(granting);
  const naming = { given: namingOf(granting, sentNames([grant.fields, grant.headers])), values: all };
  const fill = (params: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(params).map(([name, template]) => {
        const text = fillTemplate(template, all);
        if (text === null)
          throw new ApiError(
            "BadRequest",
            `The sign-in needs a value for ${templateFields(template)
              .filter((field) => !all[field])
              .join(" and ")}.`,
            { suggestedFix: "Connect the account again and fill in every field." },
          );
        return [name, text];
      }),
    );
  const fields = fill(grant.fields);
  const [type, body] =
    grant.body === "json"
      ? ["application/json", JSON.stringify(fields)]
      : ["application/x-www-form-urlencoded", new URLSearchParams(fields).toString()];
  return readAnswer(
    await ask(
      {
        url: secretUrl(grant.url, naming, "sign-in URL"),
        headers: { "content-type": type, ...fill(grant.headers) },
        body,
        from: app,
      },
      secretsOf(granting),
    ),
    grant,
  );
};

const GRANTS: { [K in TokenGrant["kind"]]: Grant<K> } = {
  client_credentials: clientCredentials,
  service_account: serviceAccount,
  app_jwt: appJwt,
  login,
};

type TokenRequest = { url: string; headers: Record<string, string>; body?: string; from: AppCredentials };
type Answer = { status: number; contentType: string; text: string; secrets: string[] };

async function ask(
  { url, headers, body, from: { projectId, proxy } }: TokenRequest,
  secrets: string[],
): Promise<Answer> {
  try {
    const response = await send({
      projectId,
      ...(proxy && { proxy }),
      method: "POST",
      url,
      headers: { accept: "application/json", ...headers },
      ...(body !== undefined && { body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
      maxRedirects: 0,
    });
    return {
      status: response.status,
      contentType: response.headers["content-type"] ?? "",
      text: response.body.toString("utf8"),
      secrets,
    };
  } catch (error) {
    if (error instanceof OutboundError)
      throw new OAuthFailure(
        error.phase === "refused" ? "refused" : "unreachable",
        `The provider could not be asked for a token: ${cleanMessage(error.message, secrets)}`,
        { cause: error },
      );
    throw error;
  }
}

/** Only the token's place differs from an OAuth answer: errors, lives and words are read alike. */
function readAnswer(
  answer: Answer,
  { tokenPath, expiresInSeconds }: { tokenPath: string; expiresInSeconds?: number },
): TokenSet {
  const [path, name] = [tokenPath.split(".").slice(0, -1).join("."), tokenPath.split(".").at(-1) ?? ""];
  try {
    return readTokenAnswer(
      { tokenPaths: [path], keepFields: [], tokenName: name, ...(expiresInSeconds && { expiresInSeconds }) },
      answer,
      answer.secrets,
    );
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    // 401 and 403 say that these credentials do not open anything, whatever words go with them.
    const kind = answer.status === 401 || answer.status === 403 ? "rejected" : error.kind;
    throw new OAuthFailure(kind, error.message, { providerCode: error.providerCode });
  }
}
