/** The requests that prove credentials, in the toolkits as they are written. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolkitFile } from "./toolkit-file";

const folder = fileURLToPath(new URL("../../../../toolkits", import.meta.url));

/** Much used toolkits that take a key, a token or a password. */
const WITH_KEYS =
  `gmail slack slackbot notion googlesheets googledocs googledrive googlecalendar googletasks googleslides
  googlemeet googleforms googlecontacts google_maps google_analytics googlebigquery googlesuper github linear jira
  confluence hubspot outlook microsoft_teams one_drive excel share_point discord discordbot stripe shopify asana trello
  clickup airtable supabase zendesk intercom mailchimp sendgrid twilio telegram whatsapp twitter youtube figma dropbox box
  calendly cal webflow bitbucket gitlab sentry datadog pagerduty snowflake posthog mixpanel amplitude firecrawl exa tavily
  serpapi perplexityai elevenlabs openai monday todoist pipedrive apollo attio klaviyo freshdesk brevo mem0 neon vercel
  cloudflare digitalocean spotify miro coda close front fireflies coinbase lever ashby workable brex rippling customer_io
  woocommerce`.split(/\s+/);

const toolkits = new Map(
  WITH_KEYS.map((slug) => [
    slug,
    parseYamlFile(ToolkitFile, slug, readFileSync(path.join(folder, slug, "toolkit.yaml"), "utf8")),
  ]),
);

describe("the request that proves credentials", () => {
  it.each(WITH_KEYS)("%s has one", (slug) => {
    expect(toolkits.get(slug)?.currentUser?.path).toEqual(expect.any(String));
  });

  /** A POST can change something. The POSTs of these toolkits are queries that only read. */
  const READING_POSTS = ["dropbox", "linear", "monday", "fireflies", "ashby"];

  it("changes nothing, also if it is no GET", () => {
    const posts = WITH_KEYS.filter((slug) => toolkits.get(slug)?.currentUser?.method === "POST");
    expect(posts.sort()).toEqual(READING_POSTS.sort());
    for (const slug of posts)
      expect(JSON.stringify(toolkits.get(slug)?.currentUser?.body ?? "")).not.toMatch(/mutation/i);
  });
});
