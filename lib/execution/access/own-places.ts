/**
 * Sends an account's credentials to its own addresses only: permission to use an account is not permission to read its
 * token. Pure.
 */
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { isOwnAddress, ownBase } from "@/lib/connected-accounts/credentials/account-url";
import { fillBaseUrl } from "@/lib/connected-accounts/credentials/fill-base-url";
import { fillPlaced } from "@/lib/connected-accounts/credentials/placed-values";
import { ApiError } from "@/lib/kernel/errors";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import { holdsCredentials, withCustomParams, type Custom } from "./custom-params";
import type { Access } from "./access";

/** The toolkit's address with what the caller puts into it; undefined if the caller changes nothing of it. */
function changedAddress(
  { baseUrl, placed: placedValues, values }: Access,
  ownAccess: Access,
  toolkit: Toolkit,
): string | undefined {
  if (baseUrl !== ownAccess.baseUrl) return baseUrl;
  const subdomains = new Map([...(placedValues ?? [])].filter(([, value]) => value.in === "subdomain"));
  if (subdomains.size === 0 || ownAccess.baseUrl || !toolkit.baseUrl) return undefined;
  // Places in the path do not choose the server; a stand-in keeps them from being missed.
  const inPath = Object.fromEntries([...(placedValues ?? [])].map(([name]) => [name, "x"]));
  return fillBaseUrl(fillPlaced(toolkit.baseUrl, subdomains), { ...inPath, ...values });
}

/** Whether the auth config lets only chosen tools be executed; another path would make another tool of each. */
const hasToolList = ({ account }: Access): boolean =>
  (account?.authConfig.toolAccess.tools_available_for_execution ?? []).length > 0;

const refusal = (toolkit: Toolkit, problem: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", `custom_auth_params: the account's credentials of ${toolkit.slug} ${problem}`, {
    suggestedFix,
  });

/**
 * The access of an account with `custom_auth_params`. At an origin other than the account's own, the account's
 * values are not sent: the request uses the caller's own credentials, or fails.
 * @param elsewhere whether an owner of the project lets its accounts' credentials go to every address that callers name
 * @throws ApiError BadRequest if the account's credentials would leave its addresses, and for parameters that cannot be
 *   sent
 */
export function withOwnPlaces(
  ownAccess: Access,
  custom: Custom | null | undefined,
  toolkit: Toolkit,
  elsewhere: boolean,
): Access {
  const access = withCustomParams(ownAccess, custom);
  const address = custom ? changedAddress(access, ownAccess, toolkit) : undefined;
  if (address === undefined) return access;
  const isOwn = isOwnAddress(address, toolkit, ownAccess);
  const samePath = isOwn && withoutEndSlashes(address) === ownBase(toolkit, ownAccess);
  if (samePath || (!hasToolList(ownAccess) && (isOwn || elsewhere))) return access;
  if (holdsCredentials(custom)) {
    const none: Access = { projectId: ownAccess.projectId, values: {}, parameters: [], secrets: ownAccess.secrets };
    return withCustomParams(none, custom);
  }
  if (hasToolList(ownAccess))
    throw refusal(
      toolkit,
      "are for chosen tools at their own address only.",
      "Leave base_url and subdomains out, or send credentials of your own in parameters.",
    );
  throw refusal(
    toolkit,
    `are not sent to ${new URL(address).origin}, which is no address of the toolkit or the account.`,
    "Connect an account with that base_url, send credentials of your own in parameters or custom_connection_data, " +
      "or let an owner switch on account_credentials_elsewhere in the project's settings.",
  );
}
