import { expect, it } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import { accessApi } from "../contract";
import { toProjectConfig, toSettings } from "./project-config";
import { toConfigPatch, toWireProjectConfig } from "../wire";

it("a project without switches masks secrets and keeps payloads", () => {
  expect(toSettings({})).toEqual({ maskSecrets: true, storePayloads: true });
});

it("a damaged row gives the defaults rather than open secrets", () => {
  expect(toProjectConfig({ maskSecrets: "no" })).toEqual({
    maskSecrets: true,
    storePayloads: true,
    requireMcpApiKey: true,
  });
});

it("a damaged row goes on to verify who connects", () => {
  const url = "https://app.example/verify";
  expect(toProjectConfig({ maskSecrets: "no", callbackVerifierUrl: url }).callbackVerifierUrl).toBe(url);
});

it("a wire patch changes what it names, and reads back under the same names", () => {
  const body = accessApi.updateProjectConfig.body.parse({
    display_name: " Acme ",
    logo_url: "https://acme.example/logo.png",
    mask_secret_keys_in_connected_account: false,
    log_visibility_setting: "dont_store_data",
  });
  const patch = toConfigPatch(body);
  expect(patch).toEqual({
    displayName: "Acme",
    logoUrl: "https://acme.example/logo.png",
    maskSecrets: false,
    storePayloads: false,
  });
  expect(accessApi.getProjectConfig.response.parse(toWireProjectConfig({ ...toProjectConfig({}), ...patch }))).toEqual({
    ...body,
    account_credentials_elsewhere: false,
    browser_origins: [],
    is_2FA_enabled: false,
    is_2FA_enforced_by: null,
    link_lifetime_minutes: 10,
    connect_frame_origins: [],
    log_retention_days: 30,
    mcp_default_user_id: null,
    oauth_callback_verifier_url: null,
    require_mcp_api_key: true,
    session_retention_days: 30,
    strict_toolkit_versions: false,
    toolkit_versions_as_of: null,
  });
});

it("a project stays at the toolkit versions of a time, and may refuse those that are not there", () => {
  const body = { strict_toolkit_versions: true, toolkit_versions_as_of: "2026-11-23T10:00:00Z" };
  const patch = toConfigPatch(accessApi.updateProjectConfig.body.parse(body));
  expect(toSettings(patch)).toMatchObject({ strictVersions: true, versionsAsOf: "2026-11-23T10:00:00Z" });
  expect(toWireProjectConfig(toProjectConfig(patch))).toMatchObject(body);
});

it("a project asks for a key at MCP addresses unless it says no", () => {
  const asks = (storedConfig: unknown) => toProjectConfig(storedConfig).requireMcpApiKey;
  expect([asks({}), asks({ requireMcpApiKey: true }), asks({ requireMcpApiKey: false })]).toEqual([true, true, false]);
});

it.each([
  [{}, /^Nobody yet: .*PATCHBAY_OIDC_ISSUER/],
  [
    {
      PATCHBAY_OIDC_ISSUER: "https://id.example",
      PATCHBAY_OIDC_CLIENT_ID: "patchbay",
      PATCHBAY_OIDC_CLIENT_SECRET: "a-secret-of-the-provider",
    },
    /^The OpenID provider https:\/\/id\.example: .*Passwords of this server ask for none/,
  ],
])("keeps the wish for a second factor, and says who asks for it: %j", (settings, sentence) => {
  Object.assign(process.env, settings);
  forgetSettings();
  try {
    const patch = toConfigPatch(accessApi.updateProjectConfig.body.parse({ is_2FA_enabled: true }));
    expect(patch).toEqual({ wantsTwoFactor: true });
    expect(toWireProjectConfig(toProjectConfig(patch))).toMatchObject({
      is_2FA_enabled: true,
      is_2FA_enforced_by: expect.stringMatching(sentence) as string,
    });
    expect(toWireProjectConfig(toProjectConfig({ wantsTwoFactor: false })).is_2FA_enforced_by).toBe(null);
  } finally {
    for (const name of Object.keys(settings)) Reflect.deleteProperty(process.env, name);
    forgetSettings();
  }
});

it("400: refuses a script as a logo", () => {
  const { body } = accessApi.updateProjectConfig;
  expect(body.safeParse({ logo_url: "javascript:alert(1)" }).success).toBe(false);
  expect(body.safeParse({ is_2FA_enabled: false, logo_url: "" }).success).toBe(true);
});

it("limits of a project keep the wire's names on the wire, and the edge hears of each", () => {
  const rate_limits = { key: { requests: 9, seconds: 60 }, end_user: { requests: 2, seconds: 1 } };
  const patch = toConfigPatch(accessApi.updateProjectConfig.body.parse({ rate_limits }));
  expect(patch.rateLimits).toEqual({ key: { requests: 9, seconds: 60 }, endUser: { requests: 2, seconds: 1 } });
  expect(toWireProjectConfig({ ...toProjectConfig({}), ...patch }).rate_limits).toEqual(rate_limits);
  expect(toSettings({ rateLimits: { endUser: { requests: 2, seconds: 1 } } }).rateLimits).toEqual({
    endUser: { requests: 2, seconds: 1 },
  });
});

const verifier = (url: unknown) => accessApi.updateProjectConfig.body.safeParse({ oauth_callback_verifier_url: url });

it.each([
  "https://app.example/verify?tenant=7",
  "https://app.internal:8443/",
  "http://localhost:3001/verify",
  "http://127.0.0.1:3001",
  "http://[::1]:3001/",
])("a project's verifier may be %s", (url) => {
  const patch = toConfigPatch(verifier(url).data ?? {});
  expect(patch).toEqual({ callbackVerifierUrl: url });
  expect(toWireProjectConfig({ ...toProjectConfig({}), ...patch }).oauth_callback_verifier_url).toBe(url);
  expect(toSettings(patch).verifiesCallbacks).toBe(true);
});

it.each([
  "http://app.example/verify",
  "http://127.0.0.1.evil.example/",
  "https://ada:secret@app.example/verify",
  "https://app.example/verify#part",
  "javascript:alert(1)",
  "file:///verify",
  "app.example",
  `https://app.example/${"x".repeat(2000)}`,
  7,
])("400: a project's verifier may not be %s", (url) => {
  expect(verifier(url).success).toBe(false);
});

it.each([null, "", " "])("%j takes the verifier away", (url) => {
  expect(toConfigPatch(verifier(url).data ?? {})).toEqual({ callbackVerifierUrl: "" });
});

it("400: refuses logs for no day and for more than a year", () => {
  const days = (log_retention_days: unknown) => accessApi.updateProjectConfig.body.safeParse({ log_retention_days });
  expect([days(0).success, days(366).success, days(1.5).success, days("9").success]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(
    toWireProjectConfig({ ...toProjectConfig({}), ...toConfigPatch(days(365).data ?? {}) }).log_retention_days,
  ).toBe(365);
});
