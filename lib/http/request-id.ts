/** The id of a request. It is in the header of its answer, in the database rows it makes, and on its log lines. */
import type { IncomingMessage } from "node:http";
import { newId } from "@/lib/kernel/ids";
import { rememberCallerRequestId } from "@/lib/kernel/process/find-caller-request-id";

const ID = Symbol("patchbay.request-id");
const FORM = /^req_\w{12}$/;

type Named = IncomingMessage & { [ID]?: string };

/** The id of a request, made at the first call. */
export function requestIdOf(request: Named): string {
  const id = request[ID];
  if (id !== undefined) return id;
  const created = newId("request");
  request[ID] = created;
  rememberCallerRequestId(created, request.headers["x-request-id"]);
  return created;
}

/** Continues the id that another process of this copy of the app has given the request, and set as a header. */
export function continueRequestId(request: Named): void {
  const id = request.headers["x-request-id"];
  if (typeof id === "string" && FORM.test(id)) request[ID] = id;
}

/**
 * The id of a request in the page thread, which the listener has set as a header. The header can be trusted, because
 * only the listener can call that thread, and it replaces a client's own.
 */
export function requestIdIn(headers: Headers): string {
  const id = headers.get("x-request-id") ?? "";
  return FORM.test(id) ? id : newId("request");
}
