/** The fields of an auth config's credentials, and the body that is sent of them. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { catalogApi } from "@/generated/addresses/catalog";
import { PROXY_FIELDS } from "./config-values";
import { needsApp } from "./scheme-words";

export type Toolkit = ResultOf<typeof catalogApi.getToolkit>;
export type Scheme = Toolkit["auth_config_details"][number];
export type CredentialField = Scheme["fields"]["auth_config_creation"]["required"][number];

/** Chosen by ticks, not by a text field. */
const SCOPE_FIELDS = new Set(["scopes", "user_scopes"]);

/** The fields that the operator fills in for a scheme, required fields first. */
export const credentialFields = ({
  fields: {
    auth_config_creation: { required, optional },
  },
}: Scheme): CredentialField[] => [...required, ...optional].filter(({ name }) => !SCOPE_FIELDS.has(name));

const FILLERS = new Set(["a", "an", "app", "for", "from", "oauth", "of", "the", "to", "your"]);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** The description of a field, unless it only repeats the label ("Client ID": "The ID of your app"). */
export function toHint({ displayName, description }: Pick<CredentialField, "displayName" | "description">) {
  const labelWords = new Set([...FILLERS, ...wordsOf(displayName)]);
  return wordsOf(description).every((word) => labelWords.has(word)) ? undefined : description;
}

type Override = { name: string; label: string; help: string; usual?: string };

/**
 * Addresses of a self-managed provider, with the toolkit's own addresses as placeholders. Fields of the scheme are left
 * out.
 */
export function urlOverrides(toolkit: Toolkit, scheme: Scheme): Override[] {
  const usual = scheme.deprecated_auth_provider_details;
  const overrides: Override[] = [
    ...(needsApp(scheme.mode)
      ? [
          {
            name: "authorization_url",
            label: "Authorization URL",
            help: "Where users sign in and authorize your app.",
            usual: usual?.authorization_url,
          },
          {
            name: "token_url",
            label: "Token URL",
            help: "Where Patchbay exchanges codes and renews tokens.",
            usual: usual?.token_url,
          },
        ]
      : []),
    { name: "base_url", label: "Base URL of the API", help: "Used by the tools.", usual: toolkit.base_url },
  ];
  const credentialNames = new Set(credentialFields(scheme).map(({ name }) => name));
  return overrides.filter(({ name }) => !credentialNames.has(name));
}

/** Empty texts for every field of the form. */
export const toInitial = (toolkit: Toolkit, scheme: Scheme): Record<string, string> =>
  Object.fromEntries(
    [
      "name",
      ...credentialFields(scheme).map(({ name }) => name),
      ...urlOverrides(toolkit, scheme).map(({ name }) => name),
      "oauth_redirect_uri",
      ...PROXY_FIELDS,
    ].map((name) => [name, ""]),
  );
