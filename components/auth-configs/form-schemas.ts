/** The schemas of the forms for auth configs and managed apps. Loaded after the page, because they are large. */
import { z } from "zod";
import { credentialFields, urlOverrides, type Scheme, type Toolkit } from "./credential-form";

const url = z.url({ protocol: /^https?$/, error: "Enter a full http or https URL." });

/** Checks before a request is sent; the server decides. `kept`: fields that have a stored value. */
export function toSchema(
  toolkit: Toolkit,
  scheme: Scheme,
  storedNames: ReadonlySet<string> = new Set(),
): z.ZodObject<Record<string, z.ZodType<string | undefined, string | undefined>>> {
  const fields = credentialFields(scheme).map(({ name, displayName, required, default: preset }) => {
    const text = z.string(`${displayName} is required.`);
    return [name, required && !preset && !storedNames.has(name) ? text : text.optional()] as const;
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

const app = {
  key: z.string(),
  client_id: z.string("Enter your app’s client ID."),
  client_secret: z.string("Enter your app’s client secret."),
  scopes: z.string().optional(),
};
const CHOOSE = "Choose a provider or a toolkit.";

/** An empty secret keeps the stored one. */
export const ChangedApp = z.object({ ...app, client_secret: z.string().optional() });

/** `labels`: what there is to choose. */
export const toNewApp = (labels: readonly string[]) =>
  z.object({ ...app, key: z.string(CHOOSE).refine((typed) => labels.includes(typed), CHOOSE) });
