/** The answers at paths without operations. */
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorResponse } from "./error-response";
import { isOlderPath, olderErrorResponse } from "./error-answer-of";

/** For programs written for the versions before this API's. */
const OLDER =
  "This server has most operations of /api/v1 and /api/v2, and all of /api/v3: /api/openapi.json lists them.";

/** The error in the form of the API that the path belongs to. */
const refuse = (request: Request, error: ApiError, requestId: string): Response =>
  isOlderPath(new URL(request.url).pathname) ? olderErrorResponse(error, requestId) : errorResponse(error, requestId);

/** 404 for a path without operations. */
export const unknownPath = (request: Request, requestId = newId("request")): Response => {
  const { pathname } = new URL(request.url);
  const suggestedFix = isOlderPath(pathname) ? OLDER : "See /api/openapi.json for every path.";
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
