/** The switches of a project, as its row stores them. */
import { z } from "zod";
import { ResponseShape } from "@/lib/contract/response-shape";
import { env } from "@/lib/kernel/process/env";
import type { ProjectSettings } from "../caller";

const RateLimit = z.object({ requests: z.number().int().positive(), seconds: z.number().int().positive() });

/**
 * Stricter limits than the instance's, for each API key, each signed-in person, and the executions of each end user.
 */
const RateLimits = z.object({ key: RateLimit.optional(), user: RateLimit.optional(), endUser: RateLimit.optional() });

/** How many minutes a link to the connect page can work. */
export const LINK_MINUTES = { least: 10, most: 7 * 24 * 60, usual: 10 };

/** The stored form; a row from an older version lacks keys and gets the defaults. */
export const ProjectConfig = z.object({
  displayName: z.string().optional(),
  logoUrl: z.string().optional(),
  /** The uploaded logo; then there is no `logoUrl`. */
  logoId: z.string().optional(),
  /** #rrggbb: the main button of pages that end users see. */
  accentColor: z.string().optional(),
  maskSecrets: z.boolean().default(true),
  storePayloads: z.boolean().default(true),
  /** MCP addresses that are not signed need a key. Projects from before this was the default have false stored. */
  requireMcpApiKey: z.boolean().default(true),
  /** The user that MCP addresses without a user call for; such addresses are refused where the project names none. */
  mcpDefaultUser: z.string().optional(),
  /** Whether people shall sign in with a second factor. The OpenID provider asks for it, not this server. */
  wantsTwoFactor: z.boolean().optional(),
  rateLimits: RateLimits.optional(),
  /** The address where the project's app confirms who came back from a provider, before a connection is made. */
  callbackVerifierUrl: z.string().optional(),
  /**
   * The project's toolkits stay at the versions that were the latest then; absent for projects that are older than this
   * field.
   */
  versionsAsOf: z.iso.datetime().optional(),
  /** A toolkit version that this server does not have is refused, instead of answered with the latest one. */
  strictVersions: z.boolean().optional(),
  /** Accounts' credentials can go to other origins than those of the toolkit or the account. */
  credentialsElsewhere: z.boolean().optional(),
  /** How many minutes links to the connect page work; 10 where the project has not chosen. */
  linkMinutes: z.number().int().min(LINK_MINUTES.least).max(LINK_MINUTES.most).optional(),
  /** Origins of the project's app that may show the connect page in a frame. */
  frameOrigins: z.array(z.string()).optional(),
  /** How small answers of executions are that ask for nothing themselves. */
  defaultResponse: ResponseShape.nullish(),
  /** Origins whose pages can call the API with browser tokens. */
  browserOrigins: z.array(z.string()).optional(),
  /** 30 where the project has not chosen. */
  logRetentionDays: z.number().int().min(1).max(365).optional(),
  /** 30 where the project has not chosen. */
  sessionRetentionDays: z.number().int().min(1).max(365).optional(),
  /** Sessions stay until they are deleted. A name of its own: copies of an earlier version can read the rest. */
  sessionsStay: z.boolean().optional(),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;

/** Days that executions stay in the log of a project that has not chosen. */
export const LOG_RETENTION_DAYS = 30;

/** Days that an unused session of an agent stays in a project that has not chosen. */
export const SESSION_RETENTION_DAYS = 30;

/** Days after which an unused session ends; null if sessions stay until they are deleted. */
export const sessionDaysOf = ({ sessionsStay, sessionRetentionDays }: Partial<ProjectConfig>): number | null =>
  sessionsStay ? null : (sessionRetentionDays ?? SESSION_RETENTION_DAYS);

const Verified = ProjectConfig.pick({ callbackVerifierUrl: true });

/**
 * Reads a row's config. A config that does not parse gives the defaults, which hide the most; the callback verifier is
 * still used.
 */
export function toProjectConfig(storedConfig: unknown): ProjectConfig {
  const parsed = ProjectConfig.safeParse(storedConfig ?? {});
  return parsed.success ? parsed.data : ProjectConfig.parse(Verified.safeParse(storedConfig).data ?? {});
}

/** The address of the project's logo: uploaded here, or somewhere else. */
export const logoUrlOf = ({ logoId, logoUrl }: Pick<ProjectConfig, "logoId" | "logoUrl">): string | undefined =>
  logoId ? `${env().publicUrl}/logos/project/${logoId}` : logoUrl;

/** The settings that every operation receives with its caller. */
export function toSettings(storedConfig: unknown): ProjectSettings {
  const config = toProjectConfig(storedConfig);
  const { displayName, maskSecrets, storePayloads, rateLimits, callbackVerifierUrl } = config;
  const logoUrl = logoUrlOf(config);
  return {
    maskSecrets,
    storePayloads,
    ...(displayName && { displayName }),
    ...(logoUrl && { logoUrl }),
    ...(callbackVerifierUrl && { verifiesCallbacks: true as const }),
    ...(config.credentialsElsewhere && { credentialsElsewhere: true as const }),
    ...(config.linkMinutes && { linkMinutes: config.linkMinutes }),
    ...(config.defaultResponse && { defaultResponse: config.defaultResponse }),
    ...(config.versionsAsOf && { versionsAsOf: config.versionsAsOf }),
    ...(config.browserOrigins && { browserOrigins: config.browserOrigins }),
    ...(config.strictVersions && { strictVersions: true as const }),
    ...((rateLimits?.key ?? rateLimits?.user ?? rateLimits?.endUser) && { rateLimits }),
  };
}
