/** The URL in the developer's app to which a person returns. */
import { ApiError } from "@/lib/kernel/errors";
import type { StandardCode } from "../oauth/provider-error";
import { isUrl } from "@/lib/kernel/text/is-url";

/**
 * Checks a callback URL before it is stored, because browsers are sent there later.
 * @throws ApiError BadRequest for anything but a plain http(s) URL (`javascript:` would run in our origin)
 */
export function readCallbackUrl(given: string | undefined): string | null {
  if (!given) return null;
  const url = isUrl(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ApiError("BadRequest", "callback_url must be an absolute http(s) URL without a user name in it.", {
      suggestedFix: "Send an address of your app such as https://app.example.com/connected.",
    });
  return url.href;
}

/**
 * The origin of a page that opens the link as a popup.
 * @throws ApiError BadRequest for anything but an http(s) origin
 */
export function readOpenerOrigin(given: string | undefined): string | null {
  if (!given) return null;
  const url = isUrl(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== given.replace(/\/$/, ""))
    throw new ApiError("BadRequest", "opener_origin must be an http(s) origin: scheme, host and port alone.", {
      suggestedFix: "Send the origin of your page, such as https://app.example.com.",
    });
  return url.origin;
}

export type ConnectResult = { accountId: string } & (
  | { ok: true }
  | { ok: false; error: StandardCode; description: string }
);

/** The callback URL with the result in its query; its own parameters stay. */
export function toCallback(callbackUrl: string, result: ConnectResult): string {
  const url = new URL(callbackUrl);
  url.searchParams.set("status", result.ok ? "success" : "failed");
  url.searchParams.set("connected_account_id", result.accountId);
  if (!result.ok) {
    url.searchParams.set("error", result.error);
    url.searchParams.set("error_description", result.description);
  }
  return url.href;
}
