import { describe, expect, it } from "vitest";
import type { ProjectCaller } from "../caller";
import { ProjectConfig } from "./project-config";
import { assertKeepsProtection, assertMayRevokeProject } from "./assert-keeps-protection";

const by = (by: ProjectCaller["by"]): ProjectCaller => ({
  kind: "project",
  organizationId: "org_1",
  projectId: "proj_1",
  settings: { maskSecrets: true, storePayloads: true },
  by,
});
const key = by({ kind: "apiKey", keyId: "key_1" });
const admin = by({ kind: "session", sessionId: "ses_1", userId: "user_1", role: "admin" });
const strict = ProjectConfig.parse({
  storePayloads: false,
  wantsTwoFactor: true,
  callbackVerifierUrl: "https://app.example/verify",
  rateLimits: { key: { requests: 10, seconds: 60 }, endUser: { requests: 5, seconds: 60 } },
});

const LOWERED: [string, Partial<ProjectConfig>][] = [
  ["mask_secret_keys_in_connected_account", { maskSecrets: false }],
  ["log_visibility_setting", { storePayloads: true }],
  ["is_2FA_enabled", { wantsTwoFactor: false }],
  ["require_mcp_api_key", { requireMcpApiKey: false }],
  ["mcp_default_user_id", { mcpDefaultUser: "ada" }],
  ["oauth_callback_verifier_url", { callbackVerifierUrl: "" }],
  ["oauth_callback_verifier_url", { callbackVerifierUrl: "https://evil.example/verify" }],
  ["account_credentials_elsewhere", { credentialsElsewhere: true }],
  ["log_retention_days", { logRetentionDays: 1 }],
  ["log_retention_days", { logRetentionDays: 365 }],
  ["session_retention_days", { sessionRetentionDays: 1 }],
  ["session_retention_days", { sessionRetentionDays: 31 }],
  ["session_retention_days", { sessionsStay: true }],
  ["link_lifetime_minutes", { linkMinutes: 10_080 }],
  ["link_lifetime_minutes", { linkMinutes: 11 }],
  ["connect_frame_origins", { frameOrigins: ["https://evil.example"] }],
  ["browser_origins", { browserOrigins: ["https://evil.example"] }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, key: { requests: 1, seconds: 3600 } } }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, user: { requests: 1, seconds: 1 } } }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, endUser: { requests: 1, seconds: 60 } } }],
  ["rate_limits", { rateLimits: {} }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, endUser: undefined } }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, key: { requests: 11, seconds: 60 } } }],
  ["rate_limits", { rateLimits: { ...strict.rateLimits, key: { requests: 10, seconds: 59 } } }],
];

describe("the protection of a project", () => {
  it.each(LOWERED)("403: %s is not lowered by a key, and is by an admin: %j", (field, after) => {
    expect(() => assertKeepsProtection(key, strict, after)).toThrow(new RegExp(`${field}\\.$`));
    expect(() => assertKeepsProtection(admin, strict, after)).not.toThrow();
  });

  it("is raised by keys, and left alone by what they change beside it", () => {
    const open = ProjectConfig.parse({
      maskSecrets: false,
      requireMcpApiKey: false,
      callbackVerifierUrl: strict.callbackVerifierUrl,
    });
    const raised = { maskSecrets: true, requireMcpApiKey: true, wantsTwoFactor: true, credentialsElsewhere: false };
    for (const after of [raised, {}, { displayName: "Acme" }, { linkMinutes: 10 }])
      expect(() => assertKeepsProtection(key, open, after)).not.toThrow();
    const same = { ...strict, logRetentionDays: 30, sessionRetentionDays: 30, linkMinutes: 10 };
    expect(() => assertKeepsProtection(key, strict, same)).not.toThrow();
  });

  it("403: a key does not end the log of a project that keeps it", () => {
    const open = ProjectConfig.parse({});
    expect(() => assertKeepsProtection(key, open, { storePayloads: false })).toThrow(/log_visibility_setting\.$/);
    expect(() => assertKeepsProtection(admin, open, { storePayloads: false })).not.toThrow();
  });

  it("403: a key names no verifier where there was none, as people would be sent there", () => {
    const none = ProjectConfig.parse({});
    const first = { callbackVerifierUrl: "https://evil.example/verify" };
    expect(() => assertKeepsProtection(key, none, first)).toThrow(/oauth_callback_verifier_url\.$/);
    expect(() => assertKeepsProtection(admin, none, first)).not.toThrow();
    expect(() => assertKeepsProtection(key, none, { callbackVerifierUrl: "" })).not.toThrow();
  });
});

it("403: every account of a project is revoked by owners and admins alone", () => {
  const developer = by({ kind: "session", sessionId: "ses_1", userId: "user_1", role: "developer" });
  for (const caller of [key, developer]) expect(() => assertMayRevokeProject(caller)).toThrow("every account");
  expect(() => assertMayRevokeProject(admin)).not.toThrow();
});
