/** The access log: a line for each request. Paths and queries can contain tokens, so a line has the route's pattern. */
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { collectAccessFacts, takeAccessFacts } from "../access-facts";
import { requestIdOf } from "../request-id";
import type { TimedResponse } from "./count-response";

/** Begins to collect what the line of a request needs, if there is an access log. */
export function prepareAccessLine(request: IncomingMessage): void {
  if (env().watching.accessLog) collectAccessFacts(requestIdOf(request));
}

/** Writes the line of a request whose answer is over, if there is an access log. */
export function logAccess(request: IncomingMessage, response: TimedResponse): void {
  if (!env().watching.accessLog) return;
  const requestId = requestIdOf(request);
  const { route, projectId } = takeAccessFacts(requestId);
  log.info(background("access"), "request", {
    method: request.method,
    door: response.door,
    route: route ?? null,
    status: response.begunAt === 0 ? null : response.statusCode,
    ms: Math.round((performance.now() - response.createdAt) * 10) / 10,
    complete: response.writableFinished,
    request_id: requestId,
    project_id: projectId ?? null,
  });
}
