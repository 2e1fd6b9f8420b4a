/** Whether a provider can report to this server. */
import { isIP } from "node:net";
import { openAuthConfigCredentials } from "@/lib/auth-configs/auth-config-credentials";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { isPublicAddress } from "@/lib/kernel/outbound/address-policy";
import { isLocalName, toHost } from "@/lib/kernel/outbound/find-addresses";
import { isUrl } from "@/lib/kernel/text/is-url";

/** The provider's URL, if the auth config names one. */
export const toProviderUrl = ({ projectId, authConfigId, authConfig }: ResolvedAccount): string | undefined =>
  openAuthConfigCredentials(projectId, authConfigId, authConfig.credentials).values.base_url;

/** Whether a URL looks like one that only this network knows. */
export function isHidden(url: string): boolean {
  const host = toHost(new URL(url).hostname);
  return isIP(host) ? !isPublicAddress(host) : isLocalName(host) || !host.includes(".");
}

/** Whether the provider is an example app of the demo, or in the same network. */
export const isNearby = (providerUrl: string | undefined): providerUrl is string =>
  providerUrl !== undefined && isUrl(providerUrl) && isHidden(providerUrl);

/**
 * Whether the provider can report to a public URL of this server. Providers whose hooks end take https alone.
 */
export const canReport = (publicUrl: string, providerUrl: string | undefined): boolean =>
  isNearby(providerUrl) || (publicUrl.startsWith("https:") && !isHidden(publicUrl));
