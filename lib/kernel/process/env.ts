/** The settings of the process: the only place that reads the environment. */
import path from "node:path";
import { z } from "zod";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "./connection-counts";
import {
  count,
  demoApps,
  dnsServers,
  networks,
  outboundAllow,
  port,
  previousSecrets,
  publicUrl,
  rateLimit,
  secondsList,
  SECRET_LENGTH,
  type DemoApp,
  type Network,
} from "./env-forms";
import { keptSecret } from "./kept-secret";
import { findMisspelled } from "./find-misspelled";
import { SettingsError } from "./settings-error";
import { missingServices, serviceSettings, type ServiceSettings, toServices } from "./service-settings";
import { toWorkbench, workbenchSettings, type WorkbenchSettings } from "./workbench-settings";
import { processMemory } from "../process-memory";

const Settings = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgresql://")
      .optional(),
    PATCHBAY_DATABASE_CONNECTIONS: count(MIN_CONNECTIONS, 10_000).default(DEFAULT_CONNECTIONS),
    PATCHBAY_LOG_SEARCH_SECONDS: count(1, 600, " of seconds").default(10),
    PATCHBAY_DATA_DIR: z.string().min(1).default("data"),
    PATCHBAY_PUBLIC_URL: publicUrl.optional(),
    PATCHBAY_SECRET: z
      .string()
      .refine(
        (text) => text.trim().length >= SECRET_LENGTH,
        `must have at least ${SECRET_LENGTH} characters (openssl rand -hex 32 makes one)`,
      )
      .optional(),
    PATCHBAY_SECRET_PREVIOUS: previousSecrets.default([]),
    PATCHBAY_OUTBOUND_ALLOW: outboundAllow.default([]),
    PATCHBAY_OAUTH_CLIENT_ALLOW: outboundAllow.default([]),
    PATCHBAY_WEBHOOK_ALLOW: outboundAllow.default([]),
    PATCHBAY_WEBHOOK_PAUSES: secondsList.default([5, 30, 300, 1800, 7200, 18_000, 36_000, 36_000]),
    PATCHBAY_WEBHOOK_TIMEOUT_SECONDS: z.coerce.number("must be a number of seconds").min(0.1).max(60).default(15),
    PATCHBAY_WEBHOOK_FAILING_DAYS: count(1, 365, " of days").default(5),
    PATCHBAY_DNS_SERVERS: dnsServers.default([]),
    PATCHBAY_TRUSTED_PROXIES: networks.default([
      { address: "127.0.0.0", bits: 8 },
      { address: "::1", bits: 128 },
    ]),
    PATCHBAY_OIDC_ISSUER: z.url("must be the issuer's URL").optional(),
    PATCHBAY_OIDC_CLIENT_ID: z.string().min(1).optional(),
    PATCHBAY_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    PATCHBAY_OIDC_NAME: z.string().min(1).default("Single sign-on"),
    PATCHBAY_FILE_MAX_MB: count(1, 5000, " of megabytes").default(100),
    PATCHBAY_FILE_QUOTA_MB: count(1, 100_000_000, " of megabytes").default(10_240),
    PATCHBAY_FILE_DAYS: count(1, 3650, " of days").default(30),
    PATCHBAY_S3_BUCKET: z.string().min(1).optional(),
    PATCHBAY_S3_REGION: z.string().min(1).default("us-east-1"),
    PATCHBAY_S3_ENDPOINT: publicUrl.optional(),
    PATCHBAY_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    PATCHBAY_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    ...serviceSettings,
    PATCHBAY_PROVIDER_CONCURRENCY: count(1, 10_000).default(100),
    PATCHBAY_MAX_CONNECTIONS: count(10, 1_000_000).default(10_000),
    PATCHBAY_ACCOUNTS_PER_USER: count(1, 1_000_000).default(1_000),
    PATCHBAY_RATE_LIMIT_ORGANIZATION: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_KEY: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_USER: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_END_USER: rateLimit.optional(),
    PATCHBAY_AUDIT_DAYS: count(1, 3650, " of days").default(365),
    PATCHBAY_DEMO: demoApps.optional(),
    ...workbenchSettings,
    PATCHBAY_LOG_LEVEL: z
      .enum(["debug", "info", "warn", "error", "silent"], "must be one of debug, info, warn, error, silent")
      .default("info"),
    PATCHBAY_CHECK_OUTPUT: z.enum(["always", "never"], "must be always or never").optional(),
    NODE_ENV: z.enum(["production", "development", "test"]).catch("production"),
  })
  .superRefine((value, context) => {
    const oidc = ["PATCHBAY_OIDC_ISSUER", "PATCHBAY_OIDC_CLIENT_ID", "PATCHBAY_OIDC_CLIENT_SECRET"] as const;
    const missing = oidc.filter((name) => !value[name]);
    if (missing.length > 0 && missing.length < oidc.length)
      for (const name of missing)
        context.addIssue({
          code: "custom",
          path: [name],
          message: "must be set too: single sign-on needs the issuer, the client id and the client secret",
        });
    for (const { name, message } of missingServices(value)) context.addIssue({ code: "custom", path: [name], message });
    if (value.PATCHBAY_WORKBENCH === "gateway" && !value.PATCHBAY_WORKBENCH_GATEWAY_URL)
      context.addIssue({
        code: "custom",
        path: ["PATCHBAY_WORKBENCH_GATEWAY_URL"],
        message: "must be set too: it is the address of the Jupyter gateway where code runs",
      });
    const s3Keys = ["PATCHBAY_S3_ACCESS_KEY_ID", "PATCHBAY_S3_SECRET_ACCESS_KEY"] as const;
    const absent = s3Keys.filter((name) => !value[name]);
    if (absent.length === 1)
      context.addIssue({
        code: "custom",
        path: absent,
        message: "must be set too: S3 needs the key's id and its secret, or neither where the machine has a role",
      });
  });

export { SettingsError };

/** One line for each variable that looks like a misspelled setting. */
export const misspelledSettings = (source: Record<string, string | undefined> = process.env): string[] =>
  findMisspelled(source, Object.keys(Settings.shape));

export type S3Settings = {
  bucket: string;
  region: string;
  /** For a storage other than Amazon's; its buckets are part of the path. */
  endpoint: string | undefined;
  /** Undefined if the AWS client finds its own (environment variables, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The origin to which browsers upload: `https://host`. */
  origin: string;
};

export type RateLimit = { requests: number; seconds: number };

export type Env = ServiceSettings & {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** The most connections of this copy of the app. */
  databaseConnections: number;
  /** The time limit of one statement of a search of logs. */
  logSearchSeconds: number;
  /** Absolute path. */
  dataDir: string;
  /** Base of callback and link URLs, without a trailing slash. */
  publicUrl: string;
  /** The root of all sealing and signing keys. */
  secret: string;
  /** Where the secret was found, for error messages. */
  secretFrom: "PATCHBAY_SECRET" | "data folder";
  /** Earlier secrets; values that were sealed with them still open. */
  previousSecrets: string[];
  outboundAllow: string[];
  oauthClientAllow: string[];
  webhooks: {
    /** Private receivers that subscriptions can name. */
    allow: string[];
    /** Seconds between two attempts to deliver; after the last one and one more attempt a delivery is given up. */
    pauses: readonly number[];
    /** For one attempt. */
    timeoutMs: number;
    /** A receiver that failed for so long without a success gets no more events. */
    failingDays: number;
  };
  /** The DNS servers for public names; the machine's own if empty. */
  dnsServers: string[];
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: Network[];
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  files: {
    /** For one file, in bytes. */
    maxBytes: number;
    /** For all files of a project together, in bytes. */
    projectBytes: number;
    /** How long uploads are kept. */
    keepDays: number;
    /** Where files are stored; on disk in the data folder when absent. */
    s3: S3Settings | undefined;
  };
  /** The most requests to one host of a provider at a time, in this process. */
  providerConcurrency: number;
  /** The most open HTTP connections of this process. */
  maxConnections: number;
  /** The most connected accounts per user_id of a project. */
  accountsPerUser: number;
  /** For every project; a project can only set stricter limits. A missing limit means unlimited. */
  rateLimits: Readonly<Partial<Record<"organization" | "key" | "user" | "endUser", RateLimit>>>;
  /** How long the audit trail is kept. */
  auditDays: number;
  /** The example apps on loopback; only in the demo mode. */
  demo: Readonly<Record<"github" | "google" | "slack", DemoApp>> | undefined;
  workbench: WorkbenchSettings;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  production: boolean;
  /** Whether every answer is checked against its contract before it is sent. */
  checkOutput: boolean;
};

/**
 * Reads and checks the settings.
 * @throws SettingsError with one sentence per invalid setting
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Settings.safeParse(values);
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"));
  const value = parsed.data;
  const dataDir = path.resolve(value.PATCHBAY_DATA_DIR);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    databaseConnections: value.PATCHBAY_DATABASE_CONNECTIONS,
    logSearchSeconds: value.PATCHBAY_LOG_SEARCH_SECONDS,
    dataDir,
    publicUrl: value.PATCHBAY_PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    ...toSecrets(value, dataDir),
    outboundAllow: value.PATCHBAY_OUTBOUND_ALLOW,
    oauthClientAllow: value.PATCHBAY_OAUTH_CLIENT_ALLOW,
    webhooks: toWebhooks(value),
    dnsServers: value.PATCHBAY_DNS_SERVERS,
    trustedProxies: value.PATCHBAY_TRUSTED_PROXIES,
    oidc: toOidc(value),
    files: {
      maxBytes: value.PATCHBAY_FILE_MAX_MB * 1024 * 1024,
      projectBytes: value.PATCHBAY_FILE_QUOTA_MB * 1024 * 1024,
      keepDays: value.PATCHBAY_FILE_DAYS,
      s3: toS3(value),
    },
    ...toServices(value),
    providerConcurrency: value.PATCHBAY_PROVIDER_CONCURRENCY,
    maxConnections: value.PATCHBAY_MAX_CONNECTIONS,
    accountsPerUser: value.PATCHBAY_ACCOUNTS_PER_USER,
    auditDays: value.PATCHBAY_AUDIT_DAYS,
    rateLimits: {
      ...(value.PATCHBAY_RATE_LIMIT_ORGANIZATION && { organization: value.PATCHBAY_RATE_LIMIT_ORGANIZATION }),
      ...(value.PATCHBAY_RATE_LIMIT_KEY && { key: value.PATCHBAY_RATE_LIMIT_KEY }),
      ...(value.PATCHBAY_RATE_LIMIT_USER && { user: value.PATCHBAY_RATE_LIMIT_USER }),
      ...(value.PATCHBAY_RATE_LIMIT_END_USER && { endUser: value.PATCHBAY_RATE_LIMIT_END_USER }),
    },
    demo: value.PATCHBAY_DEMO,
    workbench: toWorkbench(value),
    logLevel: value.PATCHBAY_LOG_LEVEL,
    production: value.NODE_ENV === "production",
    checkOutput: value.PATCHBAY_CHECK_OUTPUT
      ? value.PATCHBAY_CHECK_OUTPUT === "always"
      : value.NODE_ENV !== "production",
  };
}

const toWebhooks = (value: z.output<typeof Settings>): Env["webhooks"] => ({
  allow: value.PATCHBAY_WEBHOOK_ALLOW,
  pauses: value.PATCHBAY_WEBHOOK_PAUSES,
  timeoutMs: value.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS * 1000,
  failingDays: value.PATCHBAY_WEBHOOK_FAILING_DAYS,
});

const toSecrets = (
  { PATCHBAY_SECRET: named, PATCHBAY_SECRET_PREVIOUS: previousSecrets }: z.output<typeof Settings>,
  dataDir: string,
): Pick<Env, "secret" | "secretFrom" | "previousSecrets"> => ({
  secret: named ?? keptSecret(dataDir),
  secretFrom: named ? "PATCHBAY_SECRET" : "data folder",
  previousSecrets,
});

const toOidc = ({
  PATCHBAY_OIDC_ISSUER: issuer,
  PATCHBAY_OIDC_CLIENT_ID: clientId,
  PATCHBAY_OIDC_CLIENT_SECRET: clientSecret,
  PATCHBAY_OIDC_NAME: name,
}: z.output<typeof Settings>): Env["oidc"] =>
  issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : undefined;

function toS3({
  PATCHBAY_S3_BUCKET: bucket,
  PATCHBAY_S3_REGION: region,
  PATCHBAY_S3_ENDPOINT: endpoint,
  PATCHBAY_S3_ACCESS_KEY_ID: accessKeyId,
  PATCHBAY_S3_SECRET_ACCESS_KEY: secretAccessKey,
}: z.output<typeof Settings>): S3Settings | undefined {
  if (!bucket) return undefined;
  // Amazon's buckets have their own host names, unless the name has a dot, for which the certificate is not valid.
  const origin = endpoint
    ? new URL(endpoint).origin
    : `https://${bucket.includes(".") ? "" : `${bucket}.`}s3.${region}.amazonaws.com`;
  return {
    bucket,
    region,
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    origin,
  };
}

/** The settings of this process, read once. */
export const env = (): Env => processMemory("env", () => readEnv());
