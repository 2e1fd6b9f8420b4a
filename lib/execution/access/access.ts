/** The access of an execution to a provider. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { EndedRule } from "@/lib/catalog/refusals-file";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/account-row";
import type { PlacedValues } from "@/lib/connected-accounts/credentials/placed-values";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-agent";

/** Credentials ready for use. */
export type Access = {
  projectId: string;
  account?: ResolvedAccount;
  scheme?: ToolkitAuthScheme;
  /** By their names in the API; they also fill the variables of base URLs. */
  values: Record<string, string>;
  /** Replaces the base URL of the toolkit. */
  baseUrl?: string;
  /** Headers, query parameters and cookies from `custom_auth_params`. */
  parameters: { name: string; in: "query" | "header" | "cookie"; value: string }[];
  /** Values from `custom_auth_params` for places in the address. */
  placed?: PlacedValues;
  /** `baseUrl` of `custom_auth_params` before those were filled in. */
  template?: string;
  /** Fields from `custom_auth_params` that are added to the body. */
  body?: Record<string, unknown>;
  /** The HTTP proxy of the auth config, if it has one. */
  proxy?: ProxyRoute;
  /** Responses that mean that the token has ended, besides 401. */
  ended?: readonly EndedRule[];
  /** Texts that must not appear in logs or answers. */
  secrets: readonly string[];
  /** For inline credentials whose token the provider refused: gives the same access with a new token. */
  renew?: () => Promise<Access>;
};
