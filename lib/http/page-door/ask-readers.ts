/** Asks readers of the documentation to sign in, where the operator does not show it to everybody. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { assertReader } from "../api-door/authenticate";
import { NodeRequest } from "../api-door/node-request";

type AnswerPage = (request: IncomingMessage, response: ServerResponse) => unknown;

const isOfDocumentation = (pathname: string): boolean => /^\/docs(?:\/|$)/.test(pathname);

/** Answers a request for a page: with the way to the sign-in, or with the page. */
export function askReaders(
  answer: AnswerPage,
): (request: IncomingMessage, response: ServerResponse, pathname: string) => unknown {
  const answerReader: AnswerPage = async (request, response) => {
    try {
      await assertReader(new NodeRequest(request));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const location = `/login?next=${encodeURIComponent(request.url ?? "/docs")}`;
      return response.writeHead(303, { location, "cache-control": "no-store" }).end();
    }
    return answer(request, response);
  };
  return (request, response, pathname) =>
    !env().publicDocs && isOfDocumentation(pathname) ? answerReader(request, response) : answer(request, response);
}
