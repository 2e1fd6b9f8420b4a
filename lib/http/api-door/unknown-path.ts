/** The answers at paths without operations. */
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorResponse } from "./error-response";
import { isOlderPath, olderErrorResponse } from "./error-answer-of";

/** For programs written for the versions before this API's. */
const OLDER =
  "This server has most operations of /api/v1 and /api/v2, which /api/v1/openapi.json lists, and all of /api/v3.";

/** Paths of that generation without an operation, and what does their work here. */
const REASONS: readonly [RegExp, string][] = [
  [
    /^\/api\/v1\/cli\/(generate|get|verify)-cli-/,
    "The page of this sign-in is on a host that is built into the programs. Create an API key in the dashboard, and " +
      "press Use with the old CLI: it shows the line for ~/.composio/user_data.json.",
  ],
  [/^\/api\/v1\/client\/auth\/org\/api_key/, "A key is shown only when it is made: create one in the dashboard."],
  [/^\/api\/v1\/(client\/auth\/)?team\//, "Members are invited in the dashboard, under Members."],
  [/^\/api\/v1\/analytics(\/|$)/, "GET /api/v1/logs lists executions, and the dashboard counts them."],
  [/^\/api\/v1\/triggers\/pusher$/, "Set a callback address, which gets the project's events."],
];

const reasonOf = (path: string): string => REASONS.find(([pattern]) => pattern.test(path))?.[1] ?? OLDER;

/** Where the hosted API sent programs on from the paths of that generation. */
const REROUTED = /^\/api\/rerouted\/(?=v[12]\/)/;

/** The error in the form of the API that the path belongs to. */
const refuse = (request: Request, error: ApiError, requestId: string): Response =>
  isOlderPath(new URL(request.url).pathname) ? olderErrorResponse(error, requestId) : errorResponse(error, requestId);

const notRerouted = (path: string): ApiError =>
  new ApiError("Gone", `${path} only exists in the hosted API.`, {
    suggestedFix: `Use ${path.replace(REROUTED, "/api/")}, or its operation of /api/v3.`,
  });

/** 404 for a path without operations; 410 for one that has moved. */
export const unknownPath = (request: Request, requestId = newId("request")): Response => {
  const { pathname } = new URL(request.url);
  if (REROUTED.test(pathname)) return errorResponse(notRerouted(pathname), requestId);
  const suggestedFix = isOlderPath(pathname) ? reasonOf(pathname) : "See /api/openapi.json for every path.";
  const message = `There is no operation at ${request.method} ${pathname}.`;
  return refuse(request, new ApiError("NotFound", message, { suggestedFix }), requestId);
};

/** 405 for a path whose operations have other methods, which are `allowed`. */
export const wrongMethod = (request: Request, allowed: readonly string[], requestId = newId("request")): Response =>
  refuse(
    request,
    new ApiError("MethodNotAllowed", `${new URL(request.url).pathname} does not take ${request.method}.`, {
      suggestedFix: `Use ${allowed.join(" or ")}.`,
      headers: { allow: allowed.join(", ") },
    }),
    requestId,
  );
