/**
 * Every toolkit with webhooks against what its provider's documentation says: the signature is made here as the
 * documentation tells it, without the toolkit's own data, and the recorded payload of each type is taken from a
 * request.
 */
import { createHmac } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTriggers } from "@/lib/catalog/triggers/read-triggers";
import { inRoot } from "@/scripts/paths.mjs";
import { type ProviderCall, toEvent } from "./provider-call";
import { proofOf, verifyCall, withoutToken } from "./verify-call";

const NOW = 1_764_590_400_000;
const SECONDS = String(NOW / 1000);
const URL_HERE = "https://patchbay.example/api/v3/webhook_ingress/x/we_1/trigger_event";
const SECRET = "a secret of the provider";
const BODY = JSON.stringify({
  id: "evt_1",
  passcode: SECRET,
  webhookTimestamp: NOW,
  value: [{ clientState: SECRET }],
});

const mac = (text: string, algorithm = "sha256", encoding: "hex" | "base64" = "hex"): string =>
  createHmac(algorithm, SECRET).update(text).digest(encoding);

/** The headers of a good request; undefined where the provider signs nothing and the address is the secret. */
const DOCUMENTED: Record<string, (body: string) => Record<string, string> | undefined> = {
  ashby: (body) => ({ "ashby-signature": `sha256=${mac(body)}` }),
  asana: (body) => ({ "x-hook-signature": mac(body) }),
  attio: (body) => ({ "attio-signature": mac(body) }),
  bitbucket: (body) => ({ "x-hub-signature": `sha256=${mac(body)}` }),
  cal: (body) => ({ "x-cal-signature-256": mac(body) }),
  calendly: (body) => ({ "calendly-webhook-signature": `t=${SECONDS},v1=${mac(`${SECONDS}.${body}`)}` }),
  clickup: (body) => ({ "x-signature": mac(body) }),
  figma: () => ({}),
  github: (body) => ({ "x-hub-signature-256": `sha256=${mac(body)}` }),
  googlecalendar: () => ({ "x-goog-channel-token": SECRET }),
  googledrive: () => ({ "x-goog-channel-token": SECRET }),
  gitlab: () => ({ "x-gitlab-token": SECRET }),
  http: (body) => ({ "x-hub-signature-256": `sha256=${mac(body)}` }),
  hubspot: (body) => ({
    "x-hubspot-signature-v3": mac(`POST${URL_HERE}${body}${NOW}`, "sha256", "base64"),
    "x-hubspot-request-timestamp": String(NOW),
  }),
  intercom: (body) => ({ "x-hub-signature": `sha1=${mac(body, "sha1")}` }),
  linear: (body) => ({ "linear-signature": mac(body) }),
  mailerlite: (body) => ({ signature: mac(body) }),
  mailchimp: () => undefined,
  microsoft_teams: () => ({}),
  monday: () => undefined,
  one_drive: () => ({}),
  outlook: () => ({}),
  pagerduty: (body) => ({ "x-pagerduty-signature": `v1=${"0".repeat(64)},v1=${mac(body)}` }),
  pipedrive: () => undefined,
  shopify: (body) => ({ "x-shopify-hmac-sha256": mac(body, "sha256", "base64") }),
  slack: (body) => ({
    "x-slack-signature": `v0=${mac(`v0:${SECONDS}:${body}`)}`,
    "x-slack-request-timestamp": SECONDS,
  }),
  stripe: (body) => ({ "stripe-signature": `t=${SECONDS},v1=${mac(`${SECONDS}.${body}`)}` }),
  timelinesai: () => undefined,
  trello: (body) => ({ "x-trello-webhook": mac(body + URL_HERE, "sha1", "base64") }),
  vercel: (body) => ({ "x-vercel-signature": mac(body, "sha1") }),
  whatsapp: (body) => ({ "x-hub-signature-256": `sha256=${mac(body)}` }),
  webflow: (body) => ({ "x-webflow-signature": mac(`${NOW}:${body}`), "x-webflow-timestamp": String(NOW) }),
};

const { triggers } = readTriggers(inRoot(), new Set(readdirSync(inRoot("toolkits"))));
const ingressOf = new Map(
  triggers.flatMap(({ toolkitSlug, run }) => (run.ingress ? [[toolkitSlug, run.ingress]] : [])),
);
/** Toolkits that have the triggers of another one. */
const SAME: Record<string, string> = { slackbot: "slack" };

const call = (headers: Record<string, string>, text = BODY): ProviderCall => ({
  method: "POST",
  url: URL_HERE,
  headers,
  query: {},
  bytes: Buffer.from(text),
  text,
});

describe("webhooks of each provider", () => {
  it.each([...ingressOf])("%s: a documented request is accepted, and no other", (slug, { verify }) => {
    const documented = DOCUMENTED[SAME[slug] ?? slug];
    // Signed by keys that the provider publishes: lib/triggers/renewal/mail-reports.db.test.ts.
    if (verify.by === "jwt") return expect(slug).toBe("gmail");
    if (!documented) throw new Error(`${slug} is not in the table: how does its provider sign?`);
    const headers = documented(BODY);
    if (!headers) return expect(verify.by).toBe("address");
    expect(verifyCall(verify, call(headers), SECRET, NOW)).toBeNull();
    expect(verifyCall(verify, call(headers), "another secret", NOW)).not.toBeNull();
    if (verify.by !== "token") expect(verifyCall(verify, call(headers, `${BODY} `), SECRET, NOW)).not.toBeNull();
    for (const name of Object.keys(headers)) {
      const { [name]: _, ...rest } = headers;
      expect(verifyCall(verify, call(rest), SECRET, NOW), `without ${name}`).not.toBeNull();
    }
  });

  it.each([...ingressOf])(
    "%s: another id in a header does not make another event of a signed request",
    (slug, ingress) => {
      const headers = DOCUMENTED[SAME[slug] ?? slug]?.(BODY);
      const isInHeader = ingress.eventId !== undefined && "header" in ingress.eventId;
      if (!headers || !isInHeader || !ingress.once || ingress.verify.by === "token") return;
      const name = "header" in (ingress.eventId ?? {}) ? (ingress.eventId as { header: string }).header : "";
      const [firstProof, two] = ["1", "2"].map((id) => proofOf(ingress, call({ ...headers, [name]: id })));
      expect(firstProof).toEqual(expect.any(String));
      expect(two).toBe(firstProof);
    },
  );

  it("leave the token out of events whose body contains it", () => {
    const proven = [...ingressOf].filter(([, { verify }]) => verify.by === "token" && "path" in verify.at);
    expect(proven.map(([slug]) => slug).sort()).toEqual(["figma", "microsoft_teams", "one_drive", "outlook"]);
    for (const [, { verify }] of proven) {
      const event = withoutToken(toEvent(call({}), {}), verify, SECRET);
      const value = [{ clientState: "[redacted]" }];
      expect(event.body).toEqual({ id: "evt_1", passcode: "[redacted]", webhookTimestamp: NOW, value });
    }
  });

  it("are documented only for toolkits that have them", () => {
    expect(Object.keys(DOCUMENTED).filter((slug) => !ingressOf.has(slug))).toEqual([]);
  });
});
