/** The dashboard's texts for auth schemes: a short name, and what a person must do to connect. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";

type SchemeWords = { label: string; text: string };

const SCHEMES: Readonly<Record<string, SchemeWords>> = {
  OAUTH2: {
    label: "OAuth 2",
    text: "Users authorize your own OAuth app. You’ll need its client ID and secret.",
  },
  OAUTH1: {
    label: "OAuth 1.0a",
    text: "Users authorize your own app. You’ll need its consumer key and secret.",
  },
  API_KEY: { label: "API key", text: "Users paste a key from their own account. No registration needed." },
  BEARER_TOKEN: {
    label: "Access token",
    text: "Users paste a token they created at the provider. No registration needed.",
  },
  BASIC: {
    label: "Username and password",
    text: "Users enter their account’s username and password. No registration needed.",
  },
  BASIC_WITH_JWT: {
    label: "Password exchanged for a token",
    text: "Users enter a username and password; Patchbay exchanges them for a token and renews it.",
  },
  NO_AUTH: { label: "No sign-in", text: "The tools are public; no sign-in needed." },
  GOOGLE_SERVICE_ACCOUNT: {
    label: "Google service account",
    text: "Each connection uses a service account’s JSON key file.",
  },
  SERVICE_ACCOUNT: {
    label: "Service account",
    text: "Each connection uses an installation of your app and its private key.",
  },
  S2S_OAUTH2: {
    label: "OAuth 2, server to server",
    text: "Each connection uses an app’s client ID and secret; no user is involved.",
  },
  DCR_OAUTH: {
    label: "OAuth 2, self-registering",
    text: "Users sign in at the provider. Patchbay registers itself there; you only provide the server URL.",
  },
  CIMD_OAUTH: {
    label: "OAuth 2, identified by a URL",
    text: "Users sign in at the provider. Patchbay is identified by a public URL on this server; no registration needed.",
  },
  BILLCOM_AUTH: {
    label: "Bill.com sign-in",
    text: "Users enter a username and password; Patchbay opens a session and renews it.",
  },
  CALCOM_AUTH: {
    label: "Cal.com managed user",
    text: "Each connection is a managed user of your Cal.com app; Patchbay gets and renews its token.",
  },
  SAML: {
    label: "SAML",
    text: "Not supported: SAML signs users in to web pages but provides no API credentials. Choose another method.",
  },
};

/** An unknown scheme keeps its own name. */
export const schemeWords = (mode: string): SchemeWords =>
  SCHEMES[mode] ?? { label: mode, text: "The toolkit uses its own sign-in method." };

/** Schemes where people are sent to the provider. */
export const isRedirectScheme = (mode: string): boolean =>
  mode === "OAUTH2" || mode === "OAUTH1" || DISCOVERED_MODES.has(mode);

/** Returns whether somebody must first register an app with a redirect URI for this scheme. */
export const needsApp = (mode: string): boolean => mode === "OAUTH2" || mode === "OAUTH1";

/** Schemes with permissions to choose from; OAuth 1.0a settles them where the app is registered. */
export const hasScopes = (mode: string): boolean => mode === "OAUTH2" || DISCOVERED_MODES.has(mode);

/** No connection can come of these. */
export const isUnsupported = (mode: string): boolean => mode === "SAML";

type Owned = { is_composio_managed: boolean; auth_scheme: string };

/** The owner of the app between a person and the provider; keys need no app. */
export const appWords = ({ is_composio_managed: managed, auth_scheme: scheme }: Owned): string =>
  DISCOVERED_MODES.has(scheme)
    ? "Registers itself"
    : managed && needsApp(scheme)
      ? "Managed"
      : needsApp(scheme)
        ? "Your own"
        : "None needed";
