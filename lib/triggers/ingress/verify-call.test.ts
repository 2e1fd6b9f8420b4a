/** Signatures of providers: each scheme as its provider's documentation writes it, and what is refused. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Verification } from "@/lib/catalog/verification";
import type { ProviderCall } from "./provider-call";
import { believesAddress, verifyCall } from "./verify-call";

const NOW = 1_700_000_000_000;
const SECONDS = String(NOW / 1000);
const URL_HERE = "https://patchbay.example/api/v3/webhook_ingress/x/we_1/trigger_event";
const BODY = '{"id":"evt_1","text":"{header.x} $& stays as it is"}';

const call = (headers: Record<string, string>, text = BODY): ProviderCall => ({
  method: "POST",
  url: URL_HERE,
  headers,
  query: {},
  bytes: Buffer.from(text),
  text,
});
const mac = (key: string | Buffer, text: string, algorithm = "sha256", encoding: "hex" | "base64" = "hex"): string =>
  createHmac(algorithm, key).update(text).digest(encoding);

type Rule = { by: string } & Record<string, unknown>;
type Scheme = {
  name: string;
  rule: Rule;
  secret: string;
  good: (secret: string, timestamp: string) => ProviderCall;
  timed: boolean;
};

const SVIX_KEY = Buffer.from("a key of twenty-four by");
const SCHEMES: Scheme[] = [
  {
    name: "GitHub",
    rule: { by: "hmac", header: "X-Hub-Signature-256", prefix: "sha256=" },
    secret: "It's a Secret to Everybody",
    good: (secret) => call({ "x-hub-signature-256": `sha256=${mac(secret, BODY)}` }),
    timed: false,
  },
  {
    name: "Slack",
    rule: {
      by: "hmac",
      header: "x-slack-signature",
      prefix: "v0=",
      message: "v0:{timestamp}:{body}",
      timestamp: { header: "x-slack-request-timestamp" },
    },
    secret: "8f742231b10e8888abcd99yyyzzz85a5",
    good: (secret, timestamp) =>
      call({
        "x-slack-signature": `v0=${mac(secret, `v0:${timestamp}:${BODY}`)}`,
        "x-slack-request-timestamp": timestamp,
      }),
    timed: true,
  },
  {
    name: "Stripe",
    rule: {
      by: "hmac",
      header: "stripe-signature",
      form: "pairs",
      message: "{timestamp}.{body}",
      timestamp: { pair: "t" },
    },
    secret: "whsec_test",
    good: (secret, timestamp) =>
      call({
        "stripe-signature":
          `t=${timestamp},v1=${mac("an older secret", `${timestamp}.${BODY}`)},v0=6ffb,` +
          `v1=${mac(secret, `${timestamp}.${BODY}`)}`,
      }),
    timed: true,
  },
  {
    name: "Shopify",
    rule: { by: "hmac", header: "x-shopify-hmac-sha256", encoding: "base64" },
    secret: "hush",
    good: (secret) => call({ "x-shopify-hmac-sha256": mac(secret, BODY, "sha256", "base64") }),
    timed: false,
  },
  {
    name: "HubSpot v3",
    rule: {
      by: "hmac",
      header: "x-hubspot-signature-v3",
      encoding: "base64",
      message: "{method}{url}{body}{timestamp}",
      timestamp: { header: "x-hubspot-request-timestamp", unit: "milliseconds" },
    },
    secret: "client-secret",
    good: (secret, timestamp) =>
      call({
        "x-hubspot-signature-v3": mac(secret, `POST${URL_HERE}${BODY}${timestamp}000`, "sha256", "base64"),
        "x-hubspot-request-timestamp": `${timestamp}000`,
      }),
    timed: true,
  },
  {
    name: "Trello",
    rule: { by: "hmac", header: "x-trello-webhook", algorithm: "sha1", encoding: "base64", message: "{body}{url}" },
    secret: "app-secret",
    good: (secret) => call({ "x-trello-webhook": mac(secret, BODY + URL_HERE, "sha1", "base64") }),
    timed: false,
  },
  {
    name: "Standard Webhooks",
    rule: {
      by: "hmac",
      header: "webhook-signature",
      encoding: "base64",
      form: "list",
      prefix: "v1,",
      keyPrefix: "whsec_",
      message: "{header.webhook-id}.{timestamp}.{body}",
      timestamp: { header: "webhook-timestamp" },
    },
    secret: `whsec_${SVIX_KEY.toString("base64")}`,
    good: (secret, timestamp) =>
      call({
        "webhook-id": "msg_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1a,xx v1,${mac(Buffer.from(secret.slice(6), "base64"), `msg_1.${timestamp}.${BODY}`, "sha256", "base64")}`,
      }),
    timed: true,
  },
  {
    name: "Linear, with the time in the body",
    rule: { by: "hmac", header: "linear-signature", timestamp: { path: "webhookTimestamp", unit: "milliseconds" } },
    secret: "lin_wh_1",
    good: (secret, timestamp) => {
      const raw = JSON.stringify({ webhookTimestamp: Number(timestamp) * 1000 });
      return call({ "linear-signature": mac(secret, raw) }, raw);
    },
    timed: true,
  },
  {
    name: "a token",
    rule: { by: "token", at: { header: "x-gitlab-token" } },
    secret: "a-token-of-gitlab",
    good: (secret) => call({ "x-gitlab-token": secret }),
    timed: false,
  },
  {
    name: "Twilio",
    rule: { by: "twilio", header: "x-twilio-signature" },
    secret: "12345",
    good: (secret) =>
      call(
        { "x-twilio-signature": mac(secret, `${URL_HERE}BodyHiFrom+1234`, "sha1", "base64") },
        new URLSearchParams({ From: "+1234", Body: "Hi" }).toString(),
      ),
    timed: false,
  },
];

describe.each(SCHEMES)("$name", ({ rule, secret, good, timed }) => {
  const parsed = Verification.parse(rule);
  const refusal = (request: ProviderCall, callSecret: string | undefined = secret, nowMs = NOW) =>
    verifyCall(parsed, request, callSecret, nowMs);

  it("accepts the signature of the provider", () => {
    expect(refusal(good(secret, SECONDS))).toBeNull();
  });

  it("refuses another secret, no secret, no signature, and a signature cut short", () => {
    const request = good(secret, SECONDS);
    expect(refusal(good("another", SECONDS))).toMatch(/does not fit/);
    expect(verifyCall(parsed, request, undefined, NOW)).toMatch(/no secret/);
    expect(verifyCall(parsed, request, "", NOW)).toMatch(/no secret/);
    expect(refusal({ ...request, headers: {} })).toMatch(/missing|no time|does not fit/);
    const cut = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value.slice(0, -1)]));
    expect(refusal({ ...request, headers: cut })).not.toBeNull();
  });

  if (rule.by !== "token")
    it("refuses a changed body", () => {
      const request = good(secret, SECONDS);
      expect(refusal(call({ ...request.headers }, request.text.replace(/[0-9A-Za-z]/, "Z")))).toMatch(
        /does not fit|no time/,
      );
    });

  if (rule.by === "hmac" && !timed)
    it("accepts a signature over bytes that are no UTF-8, and refuses other bytes of the same text", () => {
      const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0x89, 0xff, 0xfe, 0]), Buffer.from(BODY)]);
      const header = String(rule.header).toLowerCase();
      const signed = Buffer.concat([bytes, Buffer.from(rule.message === undefined ? "" : URL_HERE)]);
      const hmac = createHmac((rule.algorithm as string | undefined) ?? "sha256", secret).update(signed);
      const value = `${(rule.prefix as string | undefined) ?? ""}${hmac.digest(rule.encoding === "base64" ? "base64" : "hex")}`;
      expect(refusal({ ...call({ [header]: value }), bytes })).toBeNull();
      expect(refusal({ ...call({ [header]: value }), bytes: bytes.subarray(3) })).toMatch(/does not fit/);
    });

  if (timed)
    it("refuses a request of long ago, and one with another clock", () => {
      for (const offset of [301_000, -301_000])
        expect(refusal(good(secret, SECONDS), secret, NOW + offset)).toMatch(/older than/);
      expect(refusal(good(secret, SECONDS), secret, NOW + 299_000)).toBeNull();
    });
});

describe("Ed25519", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(12).toString("hex");
  const rule = Verification.parse({
    by: "ed25519",
    header: "x-signature-ed25519",
    timestampHeader: "x-signature-timestamp",
  });
  const signed = (text: string, timestamp = SECONDS) =>
    call(
      {
        "x-signature-ed25519": sign(null, Buffer.from(timestamp + BODY), privateKey).toString("hex"),
        "x-signature-timestamp": timestamp,
      },
      text,
    );

  it("accepts only what the key has signed", () => {
    expect(verifyCall(rule, signed(BODY), key, NOW)).toBeNull();
    expect(verifyCall(rule, signed(`${BODY} `), key, NOW)).toMatch(/does not fit/);
    expect(verifyCall(rule, signed(BODY), "00".repeat(32), NOW)).toMatch(/does not fit/);
    expect(verifyCall(rule, signed(BODY), "no key", NOW)).toMatch(/not a key/);
    expect(verifyCall(rule, signed(BODY), key, NOW + 301_000)).toMatch(/too old/);
  });
});

it("finds rules that trust an address alone, which is no proof at a project's older address", () => {
  const hmac = { by: "hmac", header: "x-signature" };
  const rule = (input: unknown) => believesAddress(Verification.parse(input));
  expect([rule({ by: "address" }), rule({ ...hmac, orAddress: true })]).toEqual([true, true]);
  expect(rule({ by: "anyOf", rules: [hmac, { by: "address" }] })).toBe(true);
  expect([rule(hmac), rule({ by: "token", at: { header: "x-token" } })]).toEqual([false, false]);
});
