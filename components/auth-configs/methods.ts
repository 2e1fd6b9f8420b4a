/** The ways in which the users of a toolkit can sign in. Pure. */
import type { Scheme, Toolkit } from "./credential-form";
import { isUnsupported, needsApp, schemeWords } from "./scheme-words";

export type Method = {
  /** The value in the URL: `OAUTH2`, or `OAUTH2.managed`. */
  key: string;
  managed: boolean;
  scheme: Scheme;
  title: string;
  text: string;
  /** Shown, so that nobody searches for it; it cannot be chosen. */
  unsupported?: true;
};

const MANAGED_TEXT = "Users authorize this server’s own app. No registration needed.";

const NO_SIGN_IN: Scheme = {
  mode: "NO_AUTH",
  name: "No sign-in",
  fields: {
    auth_config_creation: { required: [], optional: [] },
    connected_account_initiation: { required: [], optional: [] },
  },
  required_scopes: [],
};

const toMethod = (scheme: Scheme, managed: boolean): Method => {
  const { label, text } = schemeWords(scheme.mode);
  return managed
    ? { key: `${scheme.mode}.managed`, managed, scheme, title: `${label}, with this server’s app`, text: MANAGED_TEXT }
    : {
        key: scheme.mode,
        managed,
        scheme,
        title: needsApp(scheme.mode) ? `${label}, with your own app` : label,
        text,
        ...(isUnsupported(scheme.mode) && { unsupported: true as const }),
      };
};

/** Managed apps come first: they need the least input. */
export function toMethods(toolkit: Toolkit): Method[] {
  const schemes = toolkit.auth_config_details.length > 0 ? toolkit.auth_config_details : [NO_SIGN_IN];
  const managed = schemes.filter(({ mode }) => toolkit.composio_managed_auth_schemes.includes(mode));
  return [...managed.map((scheme) => toMethod(scheme, true)), ...schemes.map((scheme) => toMethod(scheme, false))];
}

/** The only way there is; undefined where there is a choice. */
export function onlyMethod(toolkit: Toolkit): Method | undefined {
  const [method, ...others] = toMethods(toolkit).filter(({ unsupported }) => !unsupported);
  return others.length === 0 ? method : undefined;
}

export const findMethod = (toolkit: Toolkit, key: string): Method | undefined =>
  toMethods(toolkit).find((method) => method.key === key && !method.unsupported);
