/** The client of an endpoint as somebody who answers questions of the servers behind its tools. */
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import type { CallContext } from "@/lib/mcp-protocol/surface";

type Questioner = NonNullable<ExecutionFacts["questioner"]>;

const MODES: Questioner["modes"] = ["form", "url"];
const method = "elicitation/create";

/** Empty for a client that declared no question that it can answer while its call goes on. */
export function toQuestioner({ ask, canAsk }: CallContext): { questioner?: Questioner } {
  const modes = ask ? MODES.filter((mode) => canAsk({ method, params: { mode } })) : [];
  if (!ask || modes.length === 0) return {};
  return { questioner: { modes, ask: (question) => ask({ method, params: question }) } };
}
