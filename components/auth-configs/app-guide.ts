/** Guides of this installation to the consoles in which apps are registered, by the start of the provider's guide. */
const GUIDES: Readonly<Record<string, string>> = {
  "https://support.google.com/cloud/": "google",
  "https://learn.microsoft.com/entra/": "microsoft",
  "https://api.slack.com/": "slack",
  "https://docs.github.com/en/apps/": "github",
  "https://www.notion.so/": "notion",
  "https://developers.hubspot.com/": "hubspot",
  "https://help.salesforce.com/": "salesforce",
  "https://developer.atlassian.com/": "atlassian",
  "https://shopify.dev/": "shopify",
  "https://learn.microsoft.com/en-us/linkedin/": "linkedin",
  "https://developers.facebook.com/": "meta",
  "https://developers.zoom.us/": "zoom",
};

/** The path of the step-by-step guide that stands in for a provider's own; undefined for all other providers. */
export function findAppGuide(providerGuide: string): string | undefined {
  const start = Object.keys(GUIDES).find((prefix) => providerGuide.startsWith(prefix));
  return start && `/docs/connect-users/${GUIDES[start]}-app`;
}
