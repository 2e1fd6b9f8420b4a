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
    type: z.enum(["string", "number", "boolean"]).default("string"),
    required: z.boolean().default(false),
    expected_from_customer: z
      .boolean()
      .default(true)
      .meta({ description: "true: each user enters it when connecting; false: whoever makes the auth config" }),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    is_secret: z.boolean().optional().meta({ description: "Default: found by the name" }),
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
  name: z.string().min(1).max(200).optional(),
  fields: z.array(Field).max(50).optional(),
  proxy: Proxy.optional().meta({ description: "How requests of this auth scheme are sent" }),
  callback_url: z.string().max(2_000).optional().meta({ description: "Where providers send people back to" }),
  token_response_metadata: z
    .array(z.string().max(200))
    .max(50)
    .optional()
    .meta({ description: "Values of the token's answer that the connection keeps" }),
};

const AuthScheme = z
  .discriminatedUnion("auth_mode", [
    z.strictObject({
      ...common,
      auth_mode: z.literal("OAUTH2"),
      authorization_url: template,
      token_url: template,
      default_scopes: scopes.optional(),
      available_scopes: scopes.optional(),
      scope_separator: z.string().max(5).optional(),
      authorization_params: templates.optional(),
      token_params: templates.optional(),
    }),
    z.strictObject({
      ...common,
      auth_mode: z.literal("OAUTH1"),
      authorization_url: address,
      request_url: address,
      token_url: address,
      signature_method: z.enum(["HMAC-SHA1"], "only HMAC-SHA1 is supported").default("HMAC-SHA1"),
      default_scopes: scopes.optional(),
      scope_separator: z.string().max(5).optional(),
      authorization_params: templates.optional(),
    }),
    z.strictObject({ ...common, auth_mode: z.literal("API_KEY") }),
    z.strictObject({ ...common, auth_mode: z.literal("BASIC") }),
    z.strictObject({ ...common, auth_mode: z.literal("BEARER_TOKEN") }),
    z.strictObject({ ...common, auth_mode: z.literal("NO_AUTH") }),
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
    description: z.string().max(2_000).optional(),
    logo: address.optional(),
    categories: z.array(z.string().max(100)).max(10).optional(),
    docs: address.optional().meta({ description: "The documentation of the app" }),
    auth_schemes: z.array(AuthScheme).min(1).max(10),
    endpoints: z
      .strictObject({
        get_current_user_endpoint: z
          .string()
          .max(2_000)
          .optional()
          .meta({ description: "Who is signed in; asked to prove that credentials work" }),
      })
      .optional(),
    callback_url: common.callback_url,
    token_response_metadata: common.token_response_metadata,
    proxy: Proxy.optional().meta({ description: "How requests are sent, for schemes without their own proxy" }),
  })
  .meta({ id: "IntegrationFile", title: "integration.yaml" });
export type IntegrationFile = z.infer<typeof IntegrationFile>;
