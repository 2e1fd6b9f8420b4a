/** The id of a request: in its answer's header, in its rows, and on every line of the log that it causes. */
import type { IncomingMessage } from "node:http";
import { newId } from "@/lib/kernel/ids";

const ID = Symbol("patchbay.request-id");

type Named = IncomingMessage & { [ID]?: string };

/** Made when it is first asked for, and the same from then on, whichever door answers. */
export function requestIdOf(request: Named): string {
  request[ID] ??= newId("request");
  return request[ID];
}

/**
 * The id that the door in front has given a request which it sent on to the thread for pages. Nobody else reaches that
 * thread, and the door lets no other through.
 */
export function requestIdIn(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return /^req_\w{12}$/.test(given) ? given : newId("request");
}
