/** The URL in the developer's app to which a person returns. */
import { hasControls } from "@/lib/contract/texts";
import { ApiError } from "@/lib/kernel/errors";
import type { StandardCode } from "../oauth/provider-error";
import { addParameters } from "@/lib/kernel/text/add-parameters";
import { isUrl } from "@/lib/kernel/text/is-url";

/**
 * Checks a callback URL before it is stored, because browsers are sent there later.
 * @throws ApiError BadRequest for anything but a plain http(s) URL (`javascript:` would run in our origin)
 */
export function readCallbackUrl(address: string | undefined): string | null {
  if (!address) return null;
  const url = isUrl(address) && !hasControls(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ApiError("BadRequest", "callback_url must be an absolute http(s) URL without a user name in it.", {
      suggestedFix: "Send a URL of your app, such as https://app.example.com/connected.",
    });
  return url.href;
}

/**
 * The origin of a page that opens the link as a popup.
 * @throws ApiError BadRequest for anything but an http(s) origin
 */
export function readOpenerOrigin(address: string | undefined): string | null {
  if (!address) return null;
  const url = isUrl(address) && !hasControls(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== address.replace(/\/$/, ""))
    throw new ApiError("BadRequest", "opener_origin must be an http(s) origin: scheme, host and port only.", {
      suggestedFix: "Send the origin of your page, such as https://app.example.com.",
    });
  return url.origin;
}

export type ConnectResult = { accountId: string } & (
  | { ok: true }
  | { ok: false; error: StandardCode; description: string }
);

/**
 * The callback URL with the result at the end of its query; its own parameters stay as they are. A `status` of
 * its own stays, too, unless it is the result of an earlier connection.
 */
export function toCallback(callbackUrl: string, result: ConnectResult): string {
  const params = {
    status: result.ok ? "success" : "failed",
    connected_account_id: result.accountId,
    ...(!result.ok && { error: result.error, error_description: result.description }),
  };
  return addParameters(callbackUrl, params, (name, value) => name === "status" && !/^(success|failed)$/.test(value));
}
