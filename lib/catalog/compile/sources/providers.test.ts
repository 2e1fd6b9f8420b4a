/** The OAuth facts in toolkits/providers.yaml: that they can be used, and which toolkits they serve. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { templateFields, type OAuthProvider } from "../../toolkit-auth-scheme";
import { readProviders } from "./read-toolkits";

const providers = readProviders(fileURLToPath(new URL("../../../..", import.meta.url)));
type Facts = Omit<OAuthProvider, "provider">;

const urlsOf = (facts: Facts): string[] =>
  [
    facts.authorizationUrl,
    facts.tokenUrl,
    facts.refreshUrl,
    facts.revokeUrl,
    facts.longLived?.url,
    facts.renewal?.url,
  ].filter((url) => url !== undefined);
const templatesOf = (facts: Facts): string[] => [
  ...urlsOf(facts),
  ...[facts.authorizeParams, facts.tokenParams, facts.refreshParams, facts.tokenHeaders].flatMap((params) =>
    Object.values(params).map(String),
  ),
];
const fillPlaces = (url: string): URL => new URL(url.replace(/\{[A-Za-z0-9_]+\}/g, "acme"));

/**
 * Toolkits that people know by these slugs and that connect by OAuth 2.0; `slug=key` where toolkits share a provider.
 */
const SERVED =
  `accelo airtable amazon apaleo asana atlassian attio auth0 battlenet bitbucket blackbaud blackboard boldsign box brevo brex
  brex_staging brightpearl calendly canva canvas capsule_crm clickup confluence=atlassian contentful d2lbrightspace deel dialpad discord
  discordbot=discord docusign dropbox dropbox_sign dynamics365 epic_games eventbrite excel=microsoft exist facebook figma fitbit freshbooks
  github gitlab gmail=google go_to_webinar gong google_analytics=google google_maps=google googleads=google googlecalendar=google
  googledocs=google googledrive=google googlemeet=google googlephotos=google googlesheets=google googleslides=google googlesuper=google
  googletasks=google gorgias gumroad harvest highlevel hubspot intercom jira=atlassian keap kit klaviyo kommo lever
  lever_sandbox linear linkedin linkhut mailchimp metaads=facebook microsoft_teams=microsoft
  microsoft_tenant=microsoft miro monday moneybird
  mural netsuite notion omnisend one_drive=microsoft outlook=microsoft pagerduty pipedrive productboard pushbullet quickbooks ramp reddit
  ring_central rippling sage salesforce seismic servicem8 share_point=microsoft shopify slack slackbot=slack smartrecruiters snowflake
  splitwise square stack_exchange supabase survey_monkey ticktick timely todoist toneden twitch twitter wakatime wave_accounting webex
  workday wrike xero yandex ynab youtube=google zendesk zoho zoho_bigin=zoho zoho_books=zoho zoho_desk=zoho zoho_inventory=zoho
  zoho_invoice=zoho zoho_mail=zoho zoom`
    .split(/\s+/)
    .map((entry) => entry.split("="));

describe("the facts of each provider", () => {
  it.each(Object.entries(providers))(
    "%s: addresses are https, stay at the provider's host and hold no name of an example",
    (_, facts) => {
      for (const url of urlsOf(facts)) {
        expect(url).toMatch(/^https:\/\//);
        expect(fillPlaces(url).hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$|^acme$/);
        expect(fillPlaces(url).hostname).not.toMatch(/(^|\.)example(\.|$)|localhost|\.(test|invalid)$/);
        expect(url).not.toContain("#");
      }
    },
  );

  it.each(Object.entries(providers))("%s: places are named in small letters", (_, facts) => {
    for (const template of templatesOf(facts)) {
      for (const place of templateFields(template)) expect(place).toMatch(/^[a-z][a-z_]*$/);
      expect(template.replace(/\{[a-z_]+\}/g, "")).not.toMatch(/[{}]/);
    }
  });

  it.each(Object.entries(providers).filter(([, { callbackFields }]) => callbackFields))(
    "%s: no value of a callback, which anybody can write, names a whole host",
    (_, facts) => {
      for (const url of urlsOf(facts))
        for (const name of facts.callbackFields ?? []) expect(url).not.toMatch(new RegExp(`//\\{${name}\\}(/|$)`));
    },
  );

  it.each(Object.entries(providers))("%s: parameters do not set what the flow itself sends", (_, facts) => {
    const ownNames = ["code", "code_verifier", "code_challenge", "grant_type", "client_secret"];
    for (const params of [facts.authorizeParams, facts.tokenParams])
      expect([...ownNames, "redirect_uri"].filter((name) => Object.hasOwn(params, name))).toEqual([]);
    expect([...ownNames, "refresh_token"].filter((name) => Object.hasOwn(facts.refreshParams, name))).toEqual([]);
    expect(facts.authorizeParams).not.toHaveProperty("state");
  });
});

describe("readProviders", () => {
  it("serves at least 129 toolkits of the reference list", () => {
    expect(SERVED.filter(([slug, key]) => !Object.hasOwn(providers, key ?? slug ?? ""))).toEqual([]);
    expect(new Set(SERVED.map(([slug]) => slug)).size).toBeGreaterThanOrEqual(129);
  });

  it("lists providers in the order of their keys, so that each has one place", () => {
    expect(Object.keys(providers)).toEqual(Object.keys(providers).sort());
  });
});
