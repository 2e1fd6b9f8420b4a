/** Settings: defaults that work, and sentences for wrong values. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { misspelledSettings, readEnv, SettingsError } from "./env";

const folder = () => path.join(mkdtempSync(path.join(tmpdir(), "patchbay-env-")), "data");

test("the defaults: loopback, port 3000, a kept secret that only the owner can read", () => {
  const dir = folder();
  const first = readEnv({ PATCHBAY_DATA_DIR: dir });
  expect(first).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000", outboundAllow: [] });
  expect(first.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(readEnv({ PATCHBAY_DATA_DIR: dir }).secret).toBe(first.secret);
  expect(statSync(path.join(dir, "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(dir, "secret"), "utf8")).toBe(first.secret);
});

test.each([
  [{ PORT: "70000" }, "PORT must be from 1 to 65535."],
  [{ PORT: "abc" }, "PORT must be a number."],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must begin with postgresql://."],
  [{ PATCHBAY_DATABASE_CONNECTIONS: "17" }, "PATCHBAY_DATABASE_CONNECTIONS must be from 18 to 10000."],
  [{ PATCHBAY_LOG_SEARCH_SECONDS: "soon" }, "PATCHBAY_LOG_SEARCH_SECONDS must be a number of seconds."],
  [{ PATCHBAY_SECRET: "short" }, "PATCHBAY_SECRET must have at least 32 characters"],
  [{ PATCHBAY_SECRET_PREVIOUS: `${"x".repeat(32)}, short` }, "PATCHBAY_SECRET_PREVIOUS must be a comma-separated list"],
  [{ PATCHBAY_PUBLIC_URL: "patchbay.example.com" }, "PATCHBAY_PUBLIC_URL must be an absolute http(s) URL"],
  [{ PATCHBAY_DOCS_EDIT_URL: "docs" }, "PATCHBAY_DOCS_EDIT_URL must be an absolute http(s) URL"],
  [
    { PATCHBAY_OUTBOUND_ALLOW: "gitlab.internal" },
    "PATCHBAY_OUTBOUND_ALLOW must be a comma-separated list of host:port patterns",
  ],
  [{ PATCHBAY_DNS_SERVERS: "dns.example" }, "PATCHBAY_DNS_SERVERS must be a comma-separated list of addresses"],
  [{ PATCHBAY_DNS_SERVERS: "1.1.1.1:x" }, "PATCHBAY_DNS_SERVERS must be"],
  ...["everybody", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "127.0.0.1,x"].map(
    (source): [Record<string, string>, string] => [
      { PATCHBAY_TRUSTED_PROXIES: source },
      "PATCHBAY_TRUSTED_PROXIES must be a comma-separated list of addresses and CIDR blocks",
    ],
  ),
  [{ PATCHBAY_REALTIME_CLUSTER: "eu" }, "PATCHBAY_REALTIME_CLUSTER must be a name that is no cluster of Pusher"],
  [{ PATCHBAY_DEMO: "1" }, "PATCHBAY_DEMO is set by npm run demo; leave it out"],
  [
    {
      PATCHBAY_DEMO: JSON.stringify({ github: { url: "https://api.github.com", client_id: "x", client_secret: "x" } }),
    },
    "PATCHBAY_DEMO",
  ],
  [{ PATCHBAY_OIDC_ISSUER: "https://id.example.com" }, "PATCHBAY_OIDC_CLIENT_ID must be set too"],
  [{ PATCHBAY_SEARCH_PROVIDER: "searxng", PATCHBAY_SEARCH_API_KEY: "x" }, "PATCHBAY_SEARCH_BASE_URL must be set too"],
  [{ PATCHBAY_SEARCH_PROVIDER: "brave" }, "PATCHBAY_SEARCH_API_KEY must be set too"],
  [{ PATCHBAY_SEARCH_API_KEY: "x" }, "PATCHBAY_SEARCH_PROVIDER must be set too"],
  [{ PATCHBAY_SEARCH_PROVIDER: "altavista" }, "PATCHBAY_SEARCH_PROVIDER must be searxng, brave, tavily or exa"],
  [{ PATCHBAY_S3_BUCKET: "b", PATCHBAY_S3_ACCESS_KEY_ID: "x" }, "PATCHBAY_S3_SECRET_ACCESS_KEY must be set too"],
  [{ PATCHBAY_MAX_CONNECTIONS: "1" }, "PATCHBAY_MAX_CONNECTIONS must be from 10 to 1000000"],
  [{ PATCHBAY_ACCOUNTS_PER_USER: "1.5" }, "PATCHBAY_ACCOUNTS_PER_USER must be a whole number"],
  [{ PATCHBAY_FILE_MAX_MB: "0" }, "PATCHBAY_FILE_MAX_MB must be from 1 to 5000"],
])("a wrong value says which setting and why: %o", (source, sentence) =>
  expect(() => readEnv({ PATCHBAY_DATA_DIR: folder(), ...source })).toThrow(sentence),
);

test("DNS servers are addresses, with a port where it is not 53", () =>
  expect(
    readEnv({
      PATCHBAY_DATA_DIR: folder(),
      PATCHBAY_DNS_SERVERS: "1.1.1.1, 10.0.0.2:5353,2606:4700::1111,[2606:4700::1001]:53",
    }).dnsServers,
  ).toEqual(["1.1.1.1", "10.0.0.2:5353", "2606:4700::1111", "[2606:4700::1001]:53"]));

test("a public URL loses its trailing slash; an empty setting counts as absent", () => {
  const read = readEnv({ PATCHBAY_DATA_DIR: folder(), PATCHBAY_PUBLIC_URL: "https://x.example/", DATABASE_URL: "" });
  expect(read.publicUrl).toBe("https://x.example");
  expect(read.databaseUrl).toBeUndefined();
});

test("files: on disk up to 100 MB, and 10 GB a project, unless a bucket is named, whose addresses have the origin that pages may upload to", () => {
  const filesOf = (source: Record<string, string>) => readEnv({ PATCHBAY_DATA_DIR: folder(), ...source }).files;
  expect(filesOf({})).toEqual({ maxBytes: 104_857_600, projectBytes: 10_737_418_240, keepDays: 30, s3: undefined });
  expect(filesOf({ PATCHBAY_S3_BUCKET: "files", PATCHBAY_S3_REGION: "eu-central-1" }).s3).toEqual({
    bucket: "files",
    region: "eu-central-1",
    endpoint: undefined,
    credentials: undefined,
    origin: "https://files.s3.eu-central-1.amazonaws.com",
  });
  expect(filesOf({ PATCHBAY_S3_BUCKET: "a.b" }).s3?.origin).toBe("https://s3.us-east-1.amazonaws.com");
  expect(filesOf({ PATCHBAY_S3_BUCKET: "files", PATCHBAY_S3_ENDPOINT: "http://minio:9000/" }).s3).toMatchObject({
    endpoint: "http://minio:9000",
    origin: "http://minio:9000",
  });
});

test.each([
  ["empty", ""],
  ["of white space", " ".repeat(40)],
  ["of one line break", "\n"],
  ["cut off", "0123456789abcdef0123456789abcde"],
  ["of zeros that a disk left", "\0".repeat(64)],
])("a secret file that is %s is refused and stays as it is", (_, content) => {
  const dir = mkdtempSync(path.join(tmpdir(), "patchbay-env-"));
  writeFileSync(path.join(dir, "secret"), content);
  expect(() => readEnv({ PATCHBAY_DATA_DIR: dir })).toThrow(SettingsError);
  expect(() => readEnv({ PATCHBAY_DATA_DIR: dir })).toThrow(/\/secret holds no secret .* Restore it from a backup/);
  expect(readFileSync(path.join(dir, "secret"), "utf8")).toBe(content);
});

test("a secret that is a folder is refused in a sentence, and one of white space alone too", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "patchbay-env-"));
  mkdirSync(path.join(dir, "secret"));
  expect(() => readEnv({ PATCHBAY_DATA_DIR: dir })).toThrow(/cannot be read \(EISDIR\)/);
  expect(() => readEnv({ PATCHBAY_SECRET: " ".repeat(64) })).toThrow(/PATCHBAY_SECRET must have at least 32/);
});

test("a mistyped setting is told with the one that was meant; settings and what others read are not", () => {
  const lines = misspelledSettings({
    PATCHBAY_OUTBOUND_ALOW: "127.0.0.1:80",
    patchbay_secret: "x",
    PATCHBAY_QQQQQQQQ: "1",
    PATCHBAY_SECRET: "x",
    PATCHBAY_FAST_DOOR: "off",
    PATCHBAY_TEST_ROOT: "/tmp",
    PATH: "/bin",
  });
  expect(lines).toEqual([
    "PATCHBAY_OUTBOUND_ALOW is no setting of Patchbay and is not read: did you mean PATCHBAY_OUTBOUND_ALLOW?",
    "PATCHBAY_QQQQQQQQ is no setting of Patchbay and is not read.",
    "patchbay_secret is no setting of Patchbay and is not read: did you mean PATCHBAY_SECRET?",
  ]);
});
