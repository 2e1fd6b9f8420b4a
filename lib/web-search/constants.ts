/** The search providers. */

/** By name. `baseUrl` is the provider's usual address, null for software that runs on a server of one's own. */
export const PROVIDERS = {
  searxng: { title: "SearXNG", baseUrl: null },
  brave: { title: "Brave Search", baseUrl: "https://api.search.brave.com/res/v1" },
  tavily: { title: "Tavily", baseUrl: "https://api.tavily.com" },
  exa: { title: "Exa", baseUrl: "https://api.exa.ai" },
} as const;
export type ProviderName = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as [ProviderName, ...ProviderName[]];
