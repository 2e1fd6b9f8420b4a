/** The fields of an auth config's credentials, and the body that is sent of them. Pure. */
import * as z from "zod";
import type { ResultOf } from "@/lib/contract/client";
import type { catalogApi } from "@/lib/catalog/contract";
import { PROXY_FIELDS } from "./config-values";
import { needsApp } from "./scheme-words";

export type Toolkit = ResultOf<typeof catalogApi.getToolkit>;
export type Scheme = Toolkit["auth_config_details"][number];
export type CredentialField = Scheme["fields"]["auth_config_creation"]["required"][number];

/** Chosen by ticks, not by a text field. */
const SCOPE_FIELDS = new Set(["scopes", "user_scopes"]);

/** What the operator fills in for a scheme, required fields first. */
export const credentialFields = ({
  fields: {
    auth_config_creation: { required, optional },
  },
}: Scheme): CredentialField[] => [...required, ...optional].filter(({ name }) => !SCOPE_FIELDS.has(name));

type Override = { name: string; label: string; help: string; usual?: string };

/** Addresses that differ where a provider is self-managed, with the toolkit's own as the usual ones. Fields of the scheme are left out. */
export function urlOverrides(toolkit: Toolkit, scheme: Scheme): Override[] {
  const usual = scheme.deprecated_auth_provider_details;
  const overrides: Override[] = [
    ...(needsApp(scheme.mode)
      ? [
          {
            name: "authorization_url",
            label: "Authorization URL",
            help: "Where people sign in and allow your app.",
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
    { name: "base_url", label: "Base URL of the API", help: "What the tools call.", usual: toolkit.base_url },
  ];
  const own = new Set(credentialFields(scheme).map(({ name }) => name));
  return overrides.filter(({ name }) => !own.has(name));
}

const url = z.url({ protocol: /^https?$/, error: "Enter a whole http or https address." });

/** What is known to be wrong before anything is sent; the server has the last word. `kept`: fields that hold a value already. */
export function toSchema(
  toolkit: Toolkit,
  scheme: Scheme,
  kept: ReadonlySet<string> = new Set(),
): z.ZodObject<Record<string, z.ZodType<string | undefined, string | undefined>>> {
  const fields = credentialFields(scheme).map(({ name, displayName, required, default: preset }) => {
    const text = z.string(`${displayName} is required.`);
    return [name, required && !preset && !kept.has(name) ? text : text.optional()] as const;
  });
  const overrides = [...urlOverrides(toolkit, scheme).map(({ name }) => name), "oauth_redirect_uri", "proxy_url"].map(
    (name) => [name, url.optional()] as const,
  );
  return z.object({
    ...Object.fromEntries([...fields, ...overrides]),
    name: z.string().max(200, "Use at most 200 characters.").optional(),
    proxy_auth_key: z.string().optional(),
  });
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
