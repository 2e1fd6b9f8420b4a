/** The address of a client. */
import type { RequestLike } from "./node-request";

/**
 * The client's address. The listener has removed untrusted X-Forwarded-For headers, so the last hop can be believed.
 */
export const addressOf = ({ headers, peer }: RequestLike): string | undefined =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || peer;
