/** How each auth scheme is connected. To add a scheme, add a line to the table. */
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-values";

export type ConnectMode = {
  /** Whether the person goes to a consent page of the provider; otherwise only fields are filled in. */
  consent: boolean;
  /** Whether values from a client are complete credentials, so that no person has to be asked. */
  holdsCredentials: (values: AccountValues) => boolean;
};

const fieldsOnly: ConnectMode = { consent: false, holdsCredentials: () => true };

const MODES: Partial<Record<AuthMode, ConnectMode>> = {
  OAUTH2: { consent: true, holdsCredentials: (values) => Boolean(values.access_token) },
  API_KEY: fieldsOnly,
  BEARER_TOKEN: fieldsOnly,
  BASIC: fieldsOnly,
  NO_AUTH: fieldsOnly,
  OAUTH1: { consent: true, holdsCredentials: (values) => Boolean(values.oauth_token && values.oauth_token_secret) },
  DCR_OAUTH: { consent: true, holdsCredentials: (values) => Boolean(values.access_token) },
  CIMD_OAUTH: { consent: true, holdsCredentials: (values) => Boolean(values.access_token) },
  S2S_OAUTH2: fieldsOnly,
  GOOGLE_SERVICE_ACCOUNT: fieldsOnly,
  SERVICE_ACCOUNT: fieldsOnly,
  BASIC_WITH_JWT: fieldsOnly,
  BILLCOM_AUTH: fieldsOnly,
  CALCOM_AUTH: fieldsOnly,
};

/** @throws ApiError BadRequest for SAML, which signs people in to a web app and gives no credentials for an API */
export function connectMode(mode: string): ConnectMode {
  const definition = MODES[mode as AuthMode];
  if (!definition)
    throw new ApiError("BadRequest", `${mode} is not supported: it gives no credentials that an API takes.`, {
      suggestedFix: "Create an auth config with another scheme of this toolkit.",
    });
  return definition;
}
