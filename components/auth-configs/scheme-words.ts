/** The dashboard's texts for auth schemes: a short name, and what a person must do to connect. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";

type SchemeWords = { label: string; text: string };

const SCHEMES: Readonly<Record<string, SchemeWords>> = {
  OAUTH2: {
    label: "OAuth 2",
    text: "Each user signs in at the provider and allows your app. You register the app there and bring its client ID and secret.",
  },
  OAUTH1: {
    label: "OAuth 1.0a",
    text: "Each user signs in at the provider and allows your app. You register the app there and bring its consumer key and secret.",
  },
  API_KEY: { label: "API key", text: "Each user pastes a key from their own account. You need to register nothing." },
  BEARER_TOKEN: {
    label: "Access token",
    text: "Each user pastes a token they made at the provider. You need to register nothing.",
  },
  BASIC: {
    label: "User name and password",
    text: "Each user fills in a user name and a password of their account. You need to register nothing.",
  },
  BASIC_WITH_JWT: {
    label: "Password for a token",
    text: "Each user fills in a user name and a password; Patchbay exchanges them for a token and renews it.",
  },
  NO_AUTH: { label: "No sign-in", text: "The tools are public: there is nothing to sign in to." },
  GOOGLE_SERVICE_ACCOUNT: {
    label: "Google service account",
    text: "Each connection brings the JSON key file of a service account; Patchbay signs in with it.",
  },
  SERVICE_ACCOUNT: {
    label: "Service account",
    text: "Each connection brings an installation of your app and its private key; Patchbay signs in with it.",
  },
  S2S_OAUTH2: {
    label: "OAuth 2, server to server",
    text: "Each connection brings the client ID and secret of an app that signs in as itself; no person is asked.",
  },
  DCR_OAUTH: {
    label: "OAuth 2, self-registering",
    text: "Each user signs in at the provider. Patchbay registers itself there as an app: you give the server’s address, nothing else.",
  },
  CIMD_OAUTH: {
    label: "OAuth 2, introduced by an address",
    text: "Each user signs in at the provider. Patchbay is known there by a public address of this server, and needs no registration.",
  },
  BILLCOM_AUTH: {
    label: "Bill.com sign-in",
    text: "Each user fills in a user name and a password; Patchbay opens a session with them and renews it.",
  },
  CALCOM_AUTH: {
    label: "Cal.com managed user",
    text: "Each connection is a managed user of your Cal.com app; Patchbay gets and renews its token.",
  },
  SAML: {
    label: "SAML",
    text: "Not supported: SAML signs people in to web pages and gives no credentials that an API takes. Choose another way.",
  },
};

/** An unknown scheme keeps its own name. */
export const schemeWords = (mode: string): SchemeWords =>
  SCHEMES[mode] ?? { label: mode, text: "The toolkit brings its own way of signing in." };

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
