/** Runs composite handlers against a stand-in that remembers what it was asked. */
import type { HandlerRequest, HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

export type Recorded = { result: Promise<Record<string, unknown>>; requests: HandlerRequest[] };

/**
 * A runner for one toolkit's handlers.
 * @returns a function that runs the handler of that name; `answer` returns the parsed body of each answer
 */
export const recorderOf =
  (handlers: ToolHandlers) =>
  (
    name: string,
    args: Record<string, unknown>,
    answer: (request: HandlerRequest) => unknown = () => ({}),
  ): Recorded => {
    const requests: HandlerRequest[] = [];
    const tools: HandlerTools = {
      call: (request) => {
        requests.push(request);
        return Promise.resolve({ status: 200, headers: {}, data: answer(request) });
      },
      readFile: () => Promise.reject(new Error("no files")),
      ...HANDLER_FACTS,
      fail: (message) => {
        throw new Error(message);
      },
    };
    const handler = handlers[name];
    if (!handler) throw new Error(`there is no handler ${name}`);
    return { result: handler(args as Record<string, never>, tools), requests };
  };
