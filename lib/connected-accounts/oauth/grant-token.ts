/** Exchanges credentials for access tokens: client credentials, signed JWTs, sign-ins. */
import { bodyText } from "@/lib/kernel/text/decode-text";
import {
  fillTemplate,
  templateFields,
  type TokenGrant,
  type ToolkitAuthScheme,
} from "@/lib/catalog/toolkit-auth-scheme";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { AccountValues } from "../account-values";
import { signAppJwt } from "./sign-app-jwt";
import { signServiceAssertion } from "./jwt-assertion";
import { secretUrl, toOAuthClient } from "./oauth-client";
import { OAuthFailure } from "./oauth-failure";
import { cleanMessage } from "./provider-error";
import { askForToken } from "./oauth2";
import { namingValues, sentNames } from "./secret-hosts";
import { secretTexts } from "./secret-texts";
import { readTokenAnswer, type TokenSet } from "./token-answer";

const TIMEOUT_MS = 20_000;

/** `given` are values of the auth config; `values` of the connection win over them, but not over those of `app`. */
type Granting = { scheme: ToolkitAuthScheme; app: AppCredentials; given: AccountValues; values: AccountValues };

const allValues = ({ app, given: sharedValues, values }: Granting): AccountValues => ({
  ...sharedValues,
  ...values,
  ...app.values,
});

/** The values that may choose the server to which these values are sent. */
const namingOf = (granting: Granting, parameterNames: readonly string[]): AccountValues =>
  namingValues(
    granting.scheme,
    { app: granting.app.values, given: granting.given, own: granting.values },
    parameterNames,
  );

/**
 * Error codes for invalid credentials (RFC 6749 section 5.2). As no person takes part in such a grant, they end the
 * connection.
 */
const CREDENTIALS_ARE_OVER = new Set(["invalid_client", "invalid_grant", "unauthorized_client", "access_denied"]);

/** The scopes that the connection requests, or else its auth config. */
const scopesOf = ({ scheme, app, given: sharedValues, values }: Granting): string => {
  const requestedScopes = { ...sharedValues, ...values }.scopes?.split(/[\s,]+/).filter(Boolean);
  return (requestedScopes?.length ? requestedScopes : (app.scopes ?? scheme.defaultScopes)).join(
    scheme.oauth?.scopeSeparator ?? " ",
  );
};

/**
 * Gets a new access token for the connection's own credentials.
 * @throws OAuthFailure, of kind "rejected" if the provider reports the credentials as invalid; ApiError BadRequest for
 * values that cannot be used
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

/** The secrets of the request, which an error can repeat. */
const secretsOf = (granting: Granting): string[] => secretTexts(allValues(granting), granting.scheme);

type Grant<K extends TokenGrant["kind"]> = (
  granting: Granting,
  grant: Extract<TokenGrant, { kind: K }>,
) => Promise<TokenSet>;

const clientCredentials: Grant<"client_credentials"> = async (granting) => {
  const { scheme, app } = granting;
  const all = allValues(granting);
  const { tokenParams = {}, tokenHeaders = {} } = scheme.oauth ?? {};
  const parameterNames = ["client_secret", ...sentNames([tokenParams, tokenHeaders])];
  // The OAuth client may belong to the auth config or to the connection.
  const client = toOAuthClient(scheme, { ...app, values: all }, all, namingOf(granting, parameterNames));
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
  const { app, given: sharedValues, values } = granting;
  const naming = { given: namingOf(granting, ["private_key"]), values: allValues(granting) };
  const address = secretUrl(url, naming, "token URL");
  const jwt = signAppJwt({ ...sharedValues, ...values });
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
      text: bodyText(response),
      secrets,
    };
  } catch (error) {
    if (error instanceof OutboundError)
      throw new OAuthFailure(
        error.phase === "refused" ? "refused" : "unreachable",
        `Couldn't get a token from the provider: ${cleanMessage(error.message, secrets)}`,
        { cause: error },
      );
    throw error;
  }
}

/** Reads an answer like one of OAuth, with the token in another place. */
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
    // 401 and 403 mean invalid credentials, whatever the message contains.
    const kind = answer.status === 401 || answer.status === 403 ? "rejected" : error.kind;
    throw new OAuthFailure(kind, error.message, { providerCode: error.providerCode });
  }
}
