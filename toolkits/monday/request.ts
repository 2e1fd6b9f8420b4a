/** One operation of monday.com's GraphQL API (developer.monday.com/api-reference), for all of its tools. */
import type { HandlerTools, ToolHandler } from "@/lib/catalog/tool-handler";

type Answer = { data?: Record<string, unknown> | null; errors?: { message?: string }[]; error_message?: string };

/** Runs an operation. An answer with status 200 can contain errors. */
export async function run(
  query: string,
  variables: Record<string, unknown>,
  { call, fail }: HandlerTools,
): Promise<Record<string, unknown>> {
  const { data } = await call({
    method: "POST",
    path: "/v2",
    body: {
      query,
      variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
    },
  });
  const answer = data as Answer;
  const problem =
    answer.errors
      ?.map(({ message }) => message)
      .filter(Boolean)
      .join(" ") || answer.error_message;
  if (problem) return fail(`monday.com answered: ${problem}`);
  return answer.data ?? {};
}

export const ITEM =
  "id name state created_at updated_at group { id title } board { id name } column_values { id type text value }";

/** A tool whose arguments are the variables of its operation. Values named in `json` are sent as JSON texts. */
export const operation =
  (query: string, options: { json?: string[]; defaults?: Record<string, unknown> } = {}): ToolHandler =>
  async (args: Record<string, unknown>, tools) => {
    const variables: Record<string, unknown> = { ...options.defaults, ...args };
    for (const name of options.json ?? [])
      if (variables[name] !== undefined && typeof variables[name] !== "string")
        variables[name] = JSON.stringify(variables[name]);
    return run(query, variables, tools);
  };
