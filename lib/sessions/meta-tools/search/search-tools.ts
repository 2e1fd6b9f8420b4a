/** COMPOSIO_SEARCH_TOOLS: reads an agent's arguments, and searches. */
import { z } from "zod";
import { metaApi } from "../contract";
import type { MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { searchForSession } from "./search-for-session";

const { queries } = metaApi.searchInSession.body.shape;

const Arguments = z.object({
  queries,
  toolkits: z.array(z.string().max(200)).max(100).nullish(),
  session: z.object({ generate_id: z.boolean().nullish() }).nullish(),
});

/** The tools for one or more queries. The session already exists. */
export const searchTools: MetaTool = async (args, call) => {
  const { queries, toolkits, session } = readArguments(Arguments, args);
  const data = await searchForSession(call, {
    queries,
    toolkits: toolkits ?? undefined,
    session: { generate_id: session?.generate_id ?? false },
  });
  return { data, error: data.error, successful: data.success };
};
