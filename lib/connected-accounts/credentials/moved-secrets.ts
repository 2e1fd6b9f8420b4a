/** A stored secret of an account stays with the server it was given for. Pure. */
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import { isMasked, isSecretValue } from "@/lib/auth-configs/mask";
import { ApiError } from "@/lib/kernel/errors";
import { isUrl } from "@/lib/kernel/text/is-url";
import type { AccountValues } from "../account-credentials";
import { readConnectionValues } from "./values";

const originOf = (url: string | undefined): string => (url && isUrl(url) ? new URL(url).origin : "");

/**
 * Holds a change of an account against its secrets: where a URL of the account changes its origin, each secret is sent again.
 * A secret that comes back masked is not sent again.
 * @param stored the values before the change
 * @param after the values with the change
 * @param sent what the request sends
 * @throws ApiError BadRequest that names the secrets and the address
 */
export function assertSecretsNotMoved(
  scheme: ToolkitAuthScheme,
  stored: AccountValues,
  after: AccountValues,
  sent: Readonly<Record<string, unknown>>,
): void {
  const urls = scheme.fields.connectedAccountInitiation.filter(({ type }) => type === "url").map(({ name }) => name);
  const moved = ["base_url", ...urls].find((name) => originOf(stored[name]) !== originOf(after[name]));
  if (!moved) return;
  const unmasked = Object.entries(sent).filter(([, value]) => !(typeof value === "string" && isMasked(value.trim())));
  const again = readConnectionValues(scheme, Object.fromEntries(unmasked));
  const kept = Object.keys(stored).filter(
    (name) => name !== moved && isSecretValue(name, scheme) && after[name] !== undefined && !Object.hasOwn(again, name),
  );
  if (kept.length === 0) return;
  const to = originOf(after[moved]) || "another address";
  const sentence = `The stored value was given for another address, and ${moved} would take it to ${to}.`;
  const errors = kept.map((name) => `connection.state.val.${name}: ${sentence}`);
  throw new ApiError("BadRequest", errors[0] ?? sentence, {
    errors,
    suggestedFix: "Send every secret named in errors again together with the new address.",
  });
}
