/** The auth schemes in the words of the dashboard: a short name, and what a person who connects has to do. */

type SchemeWords = { label: string; text: string };

const SCHEMES: Readonly<Record<string, SchemeWords>> = {
  OAUTH2: { label: "OAuth 2", text: "Each user signs in at the provider and allows your app. You register the app there and bring its client ID and secret." },
  OAUTH1: { label: "OAuth 1.0a", text: "Each user signs in at the provider and allows your app. You register the app there and bring its consumer key and secret." },
  API_KEY: { label: "API key", text: "Each user pastes a key from their own account. You need to register nothing." },
  BEARER_TOKEN: { label: "Access token", text: "Each user pastes a token they made at the provider. You need to register nothing." },
  BASIC: { label: "User name and password", text: "Each user fills in a user name and a password of their account. You need to register nothing." },
  BASIC_WITH_JWT: { label: "Password for a token", text: "Each user fills in a user name and a password; Patchbay exchanges them for a token." },
  NO_AUTH: { label: "No sign-in", text: "The tools are public: there is nothing to sign in to." },
  GOOGLE_SERVICE_ACCOUNT: { label: "Google service account", text: "A key file of a service account stands for all users." },
  SERVICE_ACCOUNT: { label: "Service account", text: "One account of yours at the provider stands for all users." },
  S2S_OAUTH2: { label: "OAuth 2, server to server", text: "Your app signs in as itself; no person is asked." },
  DCR_OAUTH: { label: "OAuth 2, self-registering", text: "Each user signs in at the provider. Patchbay registers the app there by itself." },
  SAML: { label: "SAML", text: "Each user signs in through their organization." },
};

/** An unknown scheme keeps its own name. */
export const schemeWords = (mode: string): SchemeWords => SCHEMES[mode] ?? { label: mode, text: "The toolkit brings its own way of signing in." };

/** Schemes where people are sent to the provider, so that an app with a redirect URI is needed. */
export const isRedirectScheme = (mode: string): boolean => mode === "OAUTH2" || mode === "OAUTH1";

type Owned = { is_composio_managed: boolean; auth_scheme: string };

/** Whose app stands between a person and the provider; keys need none. */
export const appWords = ({ is_composio_managed: managed, auth_scheme: scheme }: Owned): string => (managed ? "Managed" : isRedirectScheme(scheme) ? "Your own" : "None needed");
