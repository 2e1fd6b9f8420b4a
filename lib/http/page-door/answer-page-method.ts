/**
 * The methods that pages, their files and the sign-in paths allow: Next itself would answer every method with the page.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "@/lib/kernel/errors";

const READ = ["GET", "HEAD"];

/** The methods of a path; undefined for unknown API paths, which get a 404 whatever the method. */
function methodsOf(pathname: string): string[] | undefined {
  if (/^\/api\/auth(\/|$)/.test(pathname)) return [...READ, "POST"];
  return pathname.startsWith("/api/") ? undefined : READ;
}

/**
 * Answers OPTIONS, and refuses methods that the path does not have.
 * @returns whether the request is answered
 * @throws ApiError MethodNotAllowed with Allow
 */
export function answerPageMethod(
  { method = "" }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): boolean {
  const methods = methodsOf(pathname);
  if (!methods || methods.includes(method)) return false;
  const allow = [...methods, "OPTIONS"].join(", ");
  if (method !== "OPTIONS")
    throw new ApiError("MethodNotAllowed", `${pathname} does not take ${method}.`, {
      suggestedFix: `Use ${methods.join(" or ")}.`,
      headers: { allow },
    });
  response.writeHead(204, { allow }).end();
  return true;
}
