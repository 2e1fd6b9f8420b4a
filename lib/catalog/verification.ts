/** How a request proves that the provider has sent it, as data. */
import { z } from "zod";

const Path = z.string().max(200);

/** The position of a value in an incoming request; `path` is in its body. */
export const RequestLocation = z.union([
  z.strictObject({ header: z.string().toLowerCase() }),
  z.strictObject({ path: Path }),
  z.strictObject({ query: z.string() }),
]);
export type RequestLocation = z.infer<typeof RequestLocation>;

/** One way in which a request shows that the provider has sent it. */
const Proof = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("hmac"),
    header: z.string().toLowerCase(),
    algorithm: z.enum(["sha1", "sha256", "sha512"]).default("sha256"),
    encoding: z.enum(["hex", "base64"]).default("hex"),
    /** The signed text: `{body}`, `{url}`, `{method}`, `{timestamp}`, `{header.NAME}`. */
    message: z.string().default("{body}"),
    /** Precedes the signature. */
    prefix: z.string().default(""),
    /** `pairs`: `t=1,v1=aa,v1=bb`; `list`: several signatures with a space between them. */
    form: z.enum(["plain", "pairs", "list"]).default("plain"),
    /** The name of the signature among the pairs. */
    pair: z.string().default("v1"),
    /** The key is this text in front of base64; otherwise the secret's own bytes. */
    keyPrefix: z.string().optional(),
    timestamp: z
      .strictObject({
        header: z.string().toLowerCase().optional(),
        path: Path.optional(),
        pair: z.string().optional(),
        unit: z.enum(["seconds", "milliseconds", "iso"]).default("seconds"),
      })
      .optional(),
    /** How many seconds old a request may be. */
    tolerance: z.number().int().positive().default(300),
    /** Connections without the app's secret are believed by the address of their endpoint alone. */
    orAddress: z.boolean().default(false),
  }),
  z.strictObject({ by: z.literal("token"), at: RequestLocation, prefix: z.string().default("") }),
  z.strictObject({
    by: z.literal("ed25519"),
    header: z.string().toLowerCase(),
    timestampHeader: z.string().toLowerCase(),
    tolerance: z.number().int().positive().default(300),
  }),
  /**
   * A token that the provider signs with keys that it publishes. `audience` and `email` name fields of the endpoint; an
   * empty audience is the endpoint's URL.
   */
  z.strictObject({
    by: z.literal("jwt"),
    keys: z.url(),
    issuers: z.array(z.string()).min(1),
    audience: z.string(),
    email: z.string(),
  }),
  /** Twilio signs the address and the sorted fields of a form. */
  z.strictObject({ by: z.literal("twilio"), header: z.string().toLowerCase() }),
  /** The provider signs nothing: only who knows the address of the endpoint can call it. */
  z.strictObject({ by: z.literal("address") }),
]);

/** How a request proves that the provider has sent it: one method, or any of several with the same secret. */
export const Verification = z.union([
  Proof,
  z.strictObject({ by: z.literal("anyOf"), rules: z.array(Proof).min(1).max(10) }),
]);
export type Verification = z.infer<typeof Verification>;
