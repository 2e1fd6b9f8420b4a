/** The forms of settings, each with the message for an invalid value. */
import { isIP } from "node:net";
import { z } from "zod";
import { withoutEndSlashes } from "../text/without-end-slashes";

export const port = z.coerce
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(1, "must be from 1 to 65535")
  .max(65535, "must be from 1 to 65535");

/** Hosts of these names are Pusher's own: clients would connect there, with tokens of this server. */
const PUSHER_CLUSTERS = new Set(["mt1", "us2", "us3", "eu", "ap1", "ap2", "ap3", "ap4", "sa1"]);

/** The name of a cluster, as the SDK for Python makes a host of it. */
export const realtimeCluster = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, "must have at most 32 small letters, digits and hyphens")
  .refine((name) => !PUSHER_CLUSTERS.has(name), "must be a name that is no cluster of Pusher");

/** A whole number within bounds; `of` names what is counted: " of days". */
export const count = (least: number, most: number, of = "") => {
  const bounds = `must be from ${least} to ${most}`;
  return z.coerce
    .number({ error: `must be a number${of}` })
    .int(`must be a whole number${of}`)
    .min(least, bounds)
    .max(most, bounds);
};

export const publicUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    "must be an absolute http(s) URL such as https://patchbay.example.com",
  )
  .transform(withoutEndSlashes);

/** `host:port` patterns: a host name, `*.suffix`, an address or a CIDR block; the port a number or `*`. */
export const outboundAllow = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (patterns) => patterns.every((pattern) => /^(\[[0-9a-fA-F:.]+\](\/\d{1,3})?|[^\s:]+):(\d{1,5}|\*)$/.test(pattern)),
    "must be a comma-separated list of host:port patterns such as gitlab.internal:443,10.0.0.0/8:*,localhost:4000",
  );

/** Seconds with commas between them: `5,30,300`. */
export const secondsList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (parts) => parts.length <= 30 && parts.every((part) => /^\d{1,6}(\.\d{1,3})?$/.test(part)),
    "must be a comma-separated list of up to 30 numbers of seconds such as 5,30,300",
  )
  .transform((parts): readonly number[] => parts.map(Number));

/** Addresses of DNS servers, each with a port where it is not 53: `1.1.1.1,[2606:4700::1111]:53`. */
export const dnsServers = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (servers) =>
      servers.every((server) => isIP(server.replace(/^\[(.+)\](:\d{1,5})?$|^([\d.]+):\d{1,5}$/, "$1$3")) !== 0),
    "must be a comma-separated list of addresses such as 1.1.1.1,10.0.0.2:5353",
  );

export type Network = { address: string; bits: number };

/** The network of `10.0.0.0/8` or of a single address; undefined for an invalid text. */
function toNetwork(text: string): Network | undefined {
  const [address = "", bits, ...rest] = text.split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (!most || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const network = { address, bits: bits === undefined ? most : Number(bits) };
  return network.bits <= most ? network : undefined;
}

/** Addresses and CIDR blocks. */
export const networks = z.string().transform((text, context) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => {
      const network = toNetwork(part);
      if (network) return network;
      context.addIssue({
        code: "custom",
        message:
          "must be a comma-separated list of addresses and CIDR blocks such as 10.0.0.0/8,2001:db8::1; " +
          `"${part.slice(0, 80)}" is none`,
      });
      return z.NEVER;
    }),
);

export const SECRET_LENGTH = 32;

/** Earlier secrets, which open the values that they sealed: a comma-separated list. */
export const previousSecrets = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((secret) => secret.trim())
      .filter(Boolean),
  )
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= SECRET_LENGTH),
    `must be a comma-separated list of secrets with at least ${SECRET_LENGTH} characters each`,
  );

const DemoApp = z.object({
  url: z.url({ hostname: /^127\.0\.0\.1$/ }),
  client_id: z.string(),
  client_secret: z.string(),
});

export type DemoApp = z.infer<typeof DemoApp>;

/** The example apps of the demo mode, by name; scripts/demo.mjs writes it. */
export const demoApps = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "is set by npm run demo; leave it out" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.enum(["github", "google", "slack"]), DemoApp, "is set by npm run demo; leave it out"));

/** `1000/60`: so many requests in so many seconds. */
export const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, "must be requests/seconds such as 1000/60")
  .transform((text) => ({ requests: Number(text.split("/")[0]), seconds: Number(text.split("/")[1]) }));
