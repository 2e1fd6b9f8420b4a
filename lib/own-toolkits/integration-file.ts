/** The form of an integration.yaml, checked here and offered to editors as JSON Schema. */
import { z } from "zod";

const text = (most: number) => z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(most));
const address = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\/\S+$/, "must be an http(s) address");
/** An address in which `{{field}}` stands for a value of the connection. */
const template = z.string().min(1).max(2_000);
const templates = z.record(z.string().max(200), text(2_000));
const scopes = z.union([
  z.array(z.string().max(300)).max(500),
  z
    .string()
    .max(20_000)
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
]);

const Field = z
  .strictObject({
    name: z
      .string()
      .max(60)
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and _")
      .meta({ description: "Its name in {{placeholders}}" }),
    display_name: z.string().min(1).max(200).optional().meta({ description: "What a form calls it" }),
    description: z.string().max(2_000).optional().meta({ description: "What is entered, and where people find it" }),
    type: z.enum(["string", "number", "boolean"]).default("string").meta({ description: "What is entered" }),
    required: z.boolean().default(false).meta({ description: "Whether it must be entered" }),
    expected_from_customer: z
      .boolean()
      .default(true)
      .meta({ description: "true: each user enters it when connecting; false: whoever makes the auth config" }),
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .meta({ description: "The value that a form offers" }),
    is_secret: z
      .boolean()
      .optional()
      .meta({ description: "Sealed, and never shown again. Default: found by the name" }),
  })
  .meta({ id: "Field" });

export const Proxy = z
  .strictObject({
    base_url: template.optional().meta({ description: "Where requests begin: https://{{subdomain}}.example.com/v1" }),
    headers: templates.optional().meta({ description: "Headers of every request" }),
    query_params: templates.optional().meta({ description: "Query parameters of every request" }),
    path_params: templates.optional().meta({ description: "Values of places in the paths of requests" }),
  })
  .meta({ id: "Proxy" });

const common = {
  name: z.string().min(1).max(200).optional().meta({ description: "What people call this way to sign in" }),
  fields: z
    .array(Field)
    .max(50)
    .optional()
    .meta({ description: "What is asked for, beside what the mode needs itself" }),
  proxy: Proxy.optional().meta({ description: "How requests of this auth scheme are sent" }),
  callback_url: z.string().max(2_000).optional().meta({ description: "Where providers send people back to" }),
  token_response_metadata: z
    .array(z.string().max(200))
    .max(50)
    .optional()
    .meta({ description: "Values of the token's answer that the connection keeps" }),
};

const mode = <Name extends string>(name: Name, description: string) => z.literal(name).meta({ description });
const authorization = template.meta({ description: "Where users allow access. It cannot have secrets" });
const tokens = template.meta({ description: "Where a code becomes a token" });
const oauthScopes = {
  default_scopes: scopes
    .optional()
    .meta({ description: "Scopes that are asked for, unless an auth config has others" }),
  scope_separator: z.string().max(5).optional().meta({ description: "Between scopes. Default: a space" }),
  authorization_params: templates.optional().meta({ description: "Further parameters of the authorization URL" }),
};

const AuthScheme = z
  .discriminatedUnion("auth_mode", [
    z.strictObject({
      ...{ auth_mode: mode("OAUTH2", "OAuth 2 with authorization code"), ...common },
      ...{ authorization_url: authorization, token_url: tokens, ...oauthScopes },
      available_scopes: scopes.optional().meta({ description: "All scopes that can be asked for" }),
      token_params: templates.optional().meta({ description: "Further parameters of the request for a token" }),
    }),
    z.strictObject({
      ...{ auth_mode: mode("OAUTH1", "OAuth 1.0a"), ...common },
      authorization_url: address.meta({ description: "Where users allow access" }),
      request_url: address.meta({ description: "Where a request token comes from" }),
      token_url: address.meta({ description: "Where the access token comes from" }),
      signature_method: z
        .enum(["HMAC-SHA1"], "only HMAC-SHA1 is supported")
        .default("HMAC-SHA1")
        .meta({ description: "How requests are signed" }),
      ...oauthScopes,
    }),
    z.strictObject({ auth_mode: mode("API_KEY", "A key, as {{api_key}} in the proxy"), ...common }),
    z.strictObject({ auth_mode: mode("BASIC", "{{username}} and {{password}} in the proxy"), ...common }),
    z.strictObject({ auth_mode: mode("BEARER_TOKEN", "A token, as {{token}} in the proxy"), ...common }),
    z.strictObject({ auth_mode: mode("NO_AUTH", "No credentials"), ...common }),
  ])
  .meta({ id: "AuthScheme" });
export type AuthScheme = z.infer<typeof AuthScheme>;

export const IntegrationFile = z
  .strictObject({
    name: z.string().trim().min(1).max(200).meta({ description: "The name of the app" }),
    unique_key: z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, - and _")
      .optional()
      .meta({ description: "The slug of the toolkit is made from it" }),
    description: z.string().max(2_000).optional().meta({ description: "What the app is, for people and models" }),
    logo: address.optional().meta({ description: "The address of an image" }),
    categories: z
      .array(z.string().max(100))
      .max(10)
      .optional()
      .meta({ description: "As productivity, marketing, social or crm" }),
    docs: address.optional().meta({ description: "The documentation of the app" }),
    auth_schemes: z
      .array(AuthScheme)
      .min(1)
      .max(10)
      .meta({ description: "How users can sign in, one entry for each mode" }),
    endpoints: z
      .strictObject({
        get_current_user_endpoint: z
          .string()
          .max(2_000)
          .optional()
          .meta({ description: "Who is signed in; asked to prove that credentials work" }),
      })
      .optional()
      .meta({ description: "Requests with a meaning of their own" }),
    callback_url: common.callback_url,
    token_response_metadata: common.token_response_metadata,
    proxy: Proxy.optional().meta({ description: "How requests are sent, for schemes without their own proxy" }),
  })
  .meta({ id: "IntegrationFile", title: "integration.yaml" });
export type IntegrationFile = z.infer<typeof IntegrationFile>;
