/** Whether a page of this server sent a request, by its Origin. */
import { env } from "@/lib/kernel/process/env";

/** Names by which a browser reaches its own machine, which no other site can have. */
const OWN_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

const alike = (origin: string): string => origin.replace("://127.0.0.1", "://localhost");

/** Whether two origins are the same; localhost and 127.0.0.1 count as equal. */
export const sameOrigin = (a: string, b: string): boolean => alike(a) === alike(b);

/**
 * Whether an origin is this server's own: that of PATCHBAY_PUBLIC_URL. The Host that a request names counts for names
 * of the browser's own machine alone, such as the near end of a tunnel, because whoever sends a request chooses its
 * Host.
 */
export function isOwnOrigin(origin: string | null, requestUrl: string): boolean {
  if (origin === null) return false;
  if (sameOrigin(new URL(env().publicUrl).origin, origin)) return true;
  const target = new URL(requestUrl);
  return OWN_MACHINE.has(target.hostname) && sameOrigin(target.origin, origin);
}
