/** The facts that a handler gets about its execution, for tests that run handlers alone. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";

export const HANDLER_FACTS: Pick<HandlerTools, "userId" | "values" | "signal" | "deadline"> = {
  userId: "ada",
  values: {},
  signal: undefined,
  deadline: Number.MAX_SAFE_INTEGER,
};
