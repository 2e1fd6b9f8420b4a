import { describe, expect, it } from "vitest";
import { templateFields } from "@/lib/catalog/toolkit-auth-scheme";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { readProjectToolkits } from "@/test/catalog/project-toolkits";
import { filledUrl } from "./oauth-client";
import { assertGivenHost, assertNamedByConfig, namingValues } from "./secret-hosts";

const SHOP = "https://{shop}.myshop.com/token";
const DOMAIN_URL = "https://{domain}/token";
const PLACES = { region: ["com", "com.au"] };
const ENDING = "https://accounts.zone.{region}/token";

type Values = Record<string, string>;
const checkHost =
  (template: string, connection: Values, sharedValues: Values = {}, places?: Record<string, string[]>) =>
  () =>
    assertGivenHost(template, "token URL", { given: sharedValues, values: { ...connection, ...sharedValues }, places });

it("refuses a URL of many placeholders, which a long value would make huge", () => {
  const many = `https://login.acme.com/${"{a}".repeat(30)}`;
  expect(checkHost(many, {}, { a: "long" })).toThrow("20 places");
  expect(() => filledUrl(many, { a: "long" }, "authorization URL")).toThrow("20 places");
});

describe("assertNamedByConfig", () => {
  const makeToolkit = (baseUrl: string | null, hosts: string[] = []) => ({ baseUrl, meta: { hosts } });
  const named = (
    toolkit: ReturnType<typeof makeToolkit>,
    accountValues: Values,
    sharedValues: Values,
    config: Values = {},
  ) =>
    expect(() =>
      assertNamedByConfig(toolkit, {}, { config, given: { ...sharedValues, ...config }, own: accountValues }),
    );

  it("refuses a connection's value that replaces the server of the auth config", () => {
    const base = { base_url: "https://given.example" };
    named(makeToolkit("https://{domain}/api"), { domain: "evil.example" }, { domain: "given.example" }).toThrow(
      "domain",
    );
    named(makeToolkit("https://api.acme.com"), { base_url: "https://evil.example" }, base).toThrow("base_url");
    named(makeToolkit(null, ["{domain}"]), { domain: "evil.example" }, { domain: "given.example" }).toThrow("domain");
  });

  it("accepts the same value, a name below a fixed end, and a value that the base URL overrides", () => {
    const domain = { domain: "given.example" };
    named(makeToolkit("https://{domain}/api", ["{domain}"]), domain, domain).not.toThrow();
    named(makeToolkit("https://{shop}.myshop.com"), { shop: "b" }, { shop: "a" }).not.toThrow();
    named(makeToolkit(null), { base_url: "https://b.example" }, {}, { base_url: "https://a.example" }).not.toThrow();
  });
});

describe("assertGivenHost", () => {
  it.each([
    [SHOP, { shop: "acme" }, {}],
    [SHOP, { shop: "acme--dev.sandbox" }, {}],
    [SHOP, { shop: "1234567_SB1" }, {}],
    [SHOP, {}, {}],
    [DOMAIN_URL, {}, { domain: "login.acme.com" }],
    ["{base_url}/token", {}, { base_url: "https://git.acme.com/sub" }],
    ["https://{shop}.{domain}/token", { shop: "a" }, { domain: "acme.com:8443" }],
    ["https://login.acme.com/{tenant}/token", { tenant: "anything at all" }, {}],
    [ENDING, { region: "com.au" }, {}],
    [ENDING, { region: "COM" }, {}],
    [ENDING, {}, { region: "anything" }],
    ["https://{shop}.zone.{region}/token", { shop: "a", region: "com" }, {}],
    ["https://login.acme.com/token", { domain: "evil.example" }, {}],
  ])("allows %s with %j of the connection and %j of the auth config", (template, connection, sharedValues) => {
    expect(checkHost(template, connection, sharedValues, PLACES)).not.toThrow();
  });

  it.each([
    [DOMAIN_URL, { domain: "evil.example" }],
    [DOMAIN_URL, { domain: "" }],
    ["{base_url}/token", { base_url: "https://evil.example" }],
    ["https://login.{domain}/token", { domain: "evil.example" }],
    ["https://{a}.{b}/token", { a: "x", b: "evil.example" }],
    ["https://login.{domain}.com/token", { domain: "evil.example/" }],
    ["https://{domain}:8443/token", { domain: "evil.example" }],
    ["https://{constructor}/token", { constructor: "evil.example" } as unknown as Values],
  ])("refuses %s with %j of the connection alone, and names the setting", (template, connection) => {
    expect(checkHost(template, connection)).toThrow(
      /^The token URL takes its server from \w+, which the auth config does not/,
    );
    let fix = "";
    try {
      checkHost(template, connection)();
    } catch (error) {
      fix = (error as { details: { suggestedFix: string } }).details.suggestedFix;
    }
    expect(fix).toContain(`credentials.${templateFields(template)[0]} in PATCH /api/v3/auth_configs/{id}`);
  });

  it.each(["com.evil.example", "evil.example/", "com@evil.example", "", "net", "__proto__"])(
    "allows no other value for a listed placeholder: %j",
    (region) => {
      const attempt = checkHost(ENDING, { region }, {}, PLACES);
      if (region === "") expect(attempt).not.toThrow();
      else
        expect(attempt).toThrow(
          "region is part of the server's name in the token URL, and must be one of com, com.au.",
        );
    },
  );

  it.each(["evil.example/", "evil.example#", "a@evil.example", "a:1", "a..b", ".", "a b", "ä", "x".repeat(300)])(
    "allows only names for a placeholder below a fixed end: %j",
    (shop) => {
      expect(checkHost(SHOP, { shop })).toThrow("must be a name below myshop.com, such as acme.");
    },
  );
});

describe("namingValues", () => {
  const fields = { authConfigCreation: [], connectedAccountInitiation: [] };
  const ownValues = { client_secret: "mine", domain: "mine.example" };

  it("lets a connection name the server of its own client", () => {
    expect(namingValues({ fields }, { app: {}, given: {}, own: ownValues }, ["client_secret"])).toMatchObject(
      ownValues,
    );
  });

  it("lets a connection name no server for a secret of the auth config, the app's or a shared one", () => {
    expect(
      namingValues({ fields }, { app: { client_secret: "theirs" }, given: {}, own: ownValues }, ["client_secret"]),
    ).toEqual({
      client_secret: "theirs",
    });
    const shared = { given: { client_secret: "theirs" }, own: { domain: "mine.example" } };
    expect(namingValues({ fields }, { app: {}, ...shared }, ["client_secret"])).toEqual({ client_secret: "theirs" });
  });
});

describe("the shipped toolkits", () => {
  const { shared, toolkits } = readProjectToolkits();
  const schemes = toolkits.flatMap(({ slug, file }) =>
    file.auth.map((entry) => [slug, toAuthScheme(file.name, entry, shared.providers)] as const),
  );
  const oauth = schemes.flatMap(([slug, { oauth: facts, fields }]) => (facts ? [[slug, facts, fields] as const] : []));

  it("are many", () => {
    expect(oauth.length).toBeGreaterThan(150);
  });

  it("declare every placeholder of their OAuth addresses as a field that somebody fills in", () => {
    const undeclared = oauth.flatMap(([slug, facts, fields]) => {
      const urls = [facts.authorizationUrl, facts.tokenUrl, facts.refreshUrl ?? "", facts.revokeUrl ?? ""];
      const fieldNames = [...fields.authConfigCreation, ...fields.connectedAccountInitiation].map(({ name }) => name);
      const knownNames = facts.provider === "discovered" ? ["authorization_url", "token_url"] : fieldNames;
      return urls.flatMap(templateFields).flatMap((name) => (knownNames.includes(name) ? [] : [`${slug}: ${name}`]));
    });
    expect(undeclared).toEqual([]);
  });

  it("never ask a connection for the server that gets the app's secret", () => {
    const refusals = oauth.flatMap(([slug, facts, fields]) => {
      const fieldEntries = fields.connectedAccountInitiation.map(({ name, default: preset }) => [
        name,
        preset ?? "acme",
      ]);
      const names = [...fields.authConfigCreation.map(({ name }) => name), "token_url"];
      const sharedValues = Object.fromEntries(names.map((name) => [name, "given.acme.com"]));
      return [facts.tokenUrl, facts.refreshUrl ?? "", facts.revokeUrl ?? ""].flatMap((url) => {
        try {
          checkHost(url, Object.fromEntries(fieldEntries) as Values, sharedValues, facts.places)();
          return [];
        } catch (error) {
          return [`${slug}: ${String(error)}`];
        }
      });
    });
    expect(refusals).toEqual([]);
  });
});
