/** The requests that prove credentials, in the toolkits as they are written. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseYamlFile, ToolkitFile, ToolkitTable } from "./toolkit-file";

const folder = fileURLToPath(new URL("../../../toolkits/", import.meta.url));
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const tables = Object.assign(
  {},
  ...readdirSync(path.join(folder, "tables")).map((file) =>
    parseYamlFile(ToolkitTable, file, read(path.join("tables", file))),
  ),
) as Record<string, ToolkitFile>;
const toolkit = (slug: string): ToolkitFile =>
  tables[slug] ?? parseYamlFile(ToolkitFile, slug, read(path.join(slug, "toolkit.yaml")));

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

describe("the request that proves credentials", () => {
  it.each(WITH_KEYS)("%s has one", (slug) => {
    expect(toolkit(slug).currentUser?.path).toEqual(expect.any(String));
  });

  /** A POST may change something: these are queries that only read. */
  const READING_POSTS = ["dropbox", "linear", "monday", "fireflies", "ashby"];

  it("only reads: what is no GET is known to change nothing", () => {
    const posts = WITH_KEYS.filter((slug) => toolkit(slug).currentUser?.method === "POST");
    expect(posts.sort()).toEqual(READING_POSTS.sort());
    for (const slug of posts) expect(JSON.stringify(toolkit(slug).currentUser?.body ?? "")).not.toMatch(/mutation/i);
  });
});
