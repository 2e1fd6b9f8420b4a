/** The settings of the process: the only place that reads the environment. */
import path from "node:path";
import { z } from "zod";
import { backupSettings, missingForBackups, toBackups, type BackupSettings } from "./backup-settings";
import { docsSettings, type DocsSettings, toDocs } from "./docs-settings";
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
  realtimeCluster,
  secondsList,
  SECRET_LENGTH,
  type DemoApp,
  type Network,
} from "./env-forms";
import { keptSecret } from "./kept-secret";
import { kmsSettings, type KmsSettings, missingForKms, toKmsSettings } from "./kms-settings";
import { findMisspelled } from "./find-misspelled";
import { missingForProcesses, processSettings, toProcesses } from "./process-settings";
import { fileSettings, readSecretFiles, type SettingsSource } from "./read-secret-files";
import { SettingsError } from "./settings-error";
import {
  missingServices,
  serviceSettings,
  type S3Access,
  type S3Settings,
  type ServiceSettings,
  toS3,
  toServices,
} from "./service-settings";
import { toWatching, type WatchSettings, watchSettings } from "./watch-settings";
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
    ...processSettings,
    PATCHBAY_LOG_SEARCH_SECONDS: count(1, 600, " of seconds").default(10),
    PATCHBAY_DATA_DIR: z.string().min(1).default("data"),
    PATCHBAY_PUBLIC_URL: publicUrl.optional(),
    PATCHBAY_REALTIME_CLUSTER: realtimeCluster.optional(),
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
    PATCHBAY_FILE_MAX_MB: count(1, 5000, " of megabytes").default(100),
    PATCHBAY_FILE_QUOTA_MB: count(1, 100_000_000, " of megabytes").default(10_240),
    PATCHBAY_FILE_DAYS: count(1, 3650, " of days").default(30),
    ...backupSettings,
    ...serviceSettings,
    ...kmsSettings,
    PATCHBAY_PROVIDER_CONCURRENCY: count(1, 10_000).default(100),
    PATCHBAY_MAX_CONNECTIONS: count(10, 1_000_000).default(10_000),
    PATCHBAY_PAGES_IDLE_MINUTES: count(0, 10_000, " of minutes").default(10),
    PATCHBAY_BACKGROUND_RENEWAL: z.enum(["on", "off"], "must be on or off").default("on"),
    ...docsSettings,
    PATCHBAY_OLDER_API: z.enum(["on", "off"], "must be on or off").default("on"),
    PATCHBAY_ACCOUNTS_PER_USER: count(1, 1_000_000).default(1_000),
    PATCHBAY_RATE_LIMIT_ORGANIZATION: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_KEY: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_USER: rateLimit.optional(),
    PATCHBAY_RATE_LIMIT_END_USER: rateLimit.optional(),
    PATCHBAY_AUDIT_DAYS: count(1, 3650, " of days").default(365),
    PATCHBAY_USAGE_DAYS: count(181, 3650, " of days").default(400),
    PATCHBAY_RELEASE_FILE: z.string().min(1).optional(),
    PATCHBAY_DEMO: demoApps.optional(),
    ...workbenchSettings,
    ...watchSettings,
    PATCHBAY_CHECK_OUTPUT: z.enum(["always", "never"], "must be always or never").optional(),
    NODE_ENV: z.enum(["production", "development", "test"]).catch("production"),
  })
  .superRefine((value, context) => {
    const problems = [missingServices, missingForKms, missingForBackups, missingForProcesses].flatMap((find) =>
      find(value),
    );
    for (const { name, message } of problems) context.addIssue({ code: "custom", path: [name], message });
    if (value.PATCHBAY_WORKBENCH === "gateway" && !value.PATCHBAY_WORKBENCH_GATEWAY_URL)
      context.addIssue({
        code: "custom",
        path: ["PATCHBAY_WORKBENCH_GATEWAY_URL"],
        message: "must be set too: it is the address of the Jupyter gateway where code runs",
      });
  });

export { SettingsError };
export type { S3Access, S3Settings };

const NAMES = Object.keys(Settings.shape);

/** One line for each variable that looks like a misspelled setting. */
export const misspelledSettings = (source: SettingsSource = process.env): string[] =>
  findMisspelled(source, [...NAMES, ...fileSettings(NAMES)]);

/**
 * The address of the operator's database, without a look at the other settings.
 * @throws SettingsError if its file is not right
 */
export function readDatabaseUrl(source: SettingsSource = process.env): string | undefined {
  const { values, problems } = readSecretFiles(source, ["DATABASE_URL"]);
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  return values.DATABASE_URL;
}

export type RateLimit = { requests: number; seconds: number };

export type Env = ServiceSettings &
  DocsSettings & {
    port: number;
    host: string;
    databaseUrl: string | undefined;
    /** The processes that this copy of the app has, behind one port. */
    processes: number;
    /** The most connections of this copy of the app; its processes divide them. */
    databaseConnections: number;
    /** The time limit of one statement of a search of logs. */
    logSearchSeconds: number;
    /** Absolute path. */
    dataDir: string;
    /** Base of callback and link URLs, without a trailing slash. */
    publicUrl: string;
    /** The <name> in the host ws-<name>.pusher.com, if the operator's DNS leads that host to this server. */
    realtimeCluster: string | undefined;
    /** The root of all sealing and signing keys; undefined if a start unwraps it, for `findSecrets`. */
    secret: string | undefined;
    /** Where the secret was found, for error messages. */
    secretFrom: "PATCHBAY_SECRET" | "PATCHBAY_KMS" | "data folder";
    /** Earlier secrets; values that were sealed with them still open. */
    previousSecrets: string[];
    /** The keys that wrap the secret. */
    kms: KmsSettings;
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
    /** Scheduled backups; undefined without a place for them. */
    backups: BackupSettings | undefined;
    /** The most requests to one host of a provider at a time, in this process. */
    providerConcurrency: number;
    /** The most open HTTP connections of this process. */
    maxConnections: number;
    /** How long the thread for pages is kept without a request; undefined if it always runs. */
    pagesIdleMs: number | undefined;
    /** The most connected accounts per user_id of a project. */
    accountsPerUser: number;
    /** For every project; a project can only set stricter limits. A missing limit means unlimited. */
    rateLimits: Readonly<Partial<Record<"organization" | "key" | "user" | "endUser", RateLimit>>>;
    /** Whether tokens are renewed before somebody needs them. */
    backgroundRenewal: boolean;
    /** Whether the operations from before version 3 of the API answer. */
    olderApi: boolean;
    /** How long the audit trail is kept. */
    auditDays: number;
    /** How long calls stay counted by days. */
    usageDays: number;
    /** Where release files of newer versions arrive, a file or a folder, as an absolute path. */
    releaseFile: string | undefined;
    /** The example apps on loopback; only in the demo mode. */
    demo: Readonly<Record<"github" | "google" | "slack", DemoApp>> | undefined;
    workbench: WorkbenchSettings;
    watching: WatchSettings;
    production: boolean;
    /** Whether every answer is checked against its contract before it is sent. */
    checkOutput: boolean;
  };

/**
 * Reads and checks the settings.
 * @throws SettingsError with one sentence per invalid setting
 */
export function readEnv(source: SettingsSource = process.env): Env {
  const { values, problems } = readSecretFiles(source, NAMES);
  const parsed = Settings.safeParse(values);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`) ?? [];
  if (!parsed.success || problems.length > 0) throw new SettingsError([...problems, ...issues].join("\n"));
  const value = parsed.data;
  const dataDir = path.resolve(value.PATCHBAY_DATA_DIR);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    ...toProcesses(value),
    logSearchSeconds: value.PATCHBAY_LOG_SEARCH_SECONDS,
    dataDir,
    publicUrl: value.PATCHBAY_PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    realtimeCluster: value.PATCHBAY_REALTIME_CLUSTER,
    ...toSecrets(value, dataDir),
    outboundAllow: value.PATCHBAY_OUTBOUND_ALLOW,
    oauthClientAllow: value.PATCHBAY_OAUTH_CLIENT_ALLOW,
    webhooks: toWebhooks(value),
    dnsServers: value.PATCHBAY_DNS_SERVERS,
    trustedProxies: value.PATCHBAY_TRUSTED_PROXIES,
    files: toFiles(value),
    backups: toBackups(value),
    ...toServices(value),
    providerConcurrency: value.PATCHBAY_PROVIDER_CONCURRENCY,
    maxConnections: value.PATCHBAY_MAX_CONNECTIONS,
    pagesIdleMs: value.PATCHBAY_PAGES_IDLE_MINUTES * 60_000 || undefined,
    backgroundRenewal: value.PATCHBAY_BACKGROUND_RENEWAL === "on",
    ...toDocs(value),
    olderApi: value.PATCHBAY_OLDER_API === "on",
    accountsPerUser: value.PATCHBAY_ACCOUNTS_PER_USER,
    auditDays: value.PATCHBAY_AUDIT_DAYS,
    usageDays: value.PATCHBAY_USAGE_DAYS,
    releaseFile: value.PATCHBAY_RELEASE_FILE && path.resolve(value.PATCHBAY_RELEASE_FILE),
    rateLimits: {
      ...(value.PATCHBAY_RATE_LIMIT_ORGANIZATION && { organization: value.PATCHBAY_RATE_LIMIT_ORGANIZATION }),
      ...(value.PATCHBAY_RATE_LIMIT_KEY && { key: value.PATCHBAY_RATE_LIMIT_KEY }),
      ...(value.PATCHBAY_RATE_LIMIT_USER && { user: value.PATCHBAY_RATE_LIMIT_USER }),
      ...(value.PATCHBAY_RATE_LIMIT_END_USER && { endUser: value.PATCHBAY_RATE_LIMIT_END_USER }),
    },
    demo: value.PATCHBAY_DEMO,
    workbench: toWorkbench(value),
    watching: toWatching(value),
    production: value.NODE_ENV === "production",
    checkOutput: value.PATCHBAY_CHECK_OUTPUT ? value.PATCHBAY_CHECK_OUTPUT === "always" : inDevelopment(value),
  };
}

const toFiles = (value: z.output<typeof Settings>): Env["files"] => ({
  maxBytes: value.PATCHBAY_FILE_MAX_MB * 1024 * 1024,
  projectBytes: value.PATCHBAY_FILE_QUOTA_MB * 1024 * 1024,
  keepDays: value.PATCHBAY_FILE_DAYS,
  s3: toS3(value),
});

/** Whether somebody develops or tests it. */
const inDevelopment = (value: z.output<typeof Settings>): boolean => value.NODE_ENV !== "production";

const toWebhooks = (value: z.output<typeof Settings>): Env["webhooks"] => ({
  allow: value.PATCHBAY_WEBHOOK_ALLOW,
  pauses: value.PATCHBAY_WEBHOOK_PAUSES,
  timeoutMs: value.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS * 1000,
  failingDays: value.PATCHBAY_WEBHOOK_FAILING_DAYS,
});

function toSecrets(
  value: z.output<typeof Settings>,
  dataDir: string,
): Pick<Env, "secret" | "secretFrom" | "previousSecrets" | "kms"> {
  const { PATCHBAY_SECRET: named, PATCHBAY_SECRET_PREVIOUS: previousSecrets } = value;
  const common = { previousSecrets, kms: toKmsSettings(value) };
  if (named) return { ...common, secret: named, secretFrom: "PATCHBAY_SECRET" };
  if (common.kms.current) return { ...common, secret: undefined, secretFrom: "PATCHBAY_KMS" };
  return { ...common, secret: keptSecret(dataDir), secretFrom: "data folder" };
}

/** The settings of this process, read once. */
export const env = (): Env => processMemory("env", () => readEnv());
