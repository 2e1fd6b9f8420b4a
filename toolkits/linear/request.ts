/** One GraphQL request to Linear (https://linear.app/developers/graphql), and what all of its tools share. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";

export type Data = Record<string, unknown>;
export type Variables = Record<string, unknown>;
type GraphAnswer = {
  data?: Data | null;
  errors?: { message?: string; extensions?: { userPresentableMessage?: string } }[];
};

const ISSUE_FIELDS = `id identifier title description priority estimate dueDate url createdAt updatedAt completedAt canceledAt
  state { id name type } team { id key name } assignee { id name email } project { id name } cycle { id number name }
  parent { id identifier }`;
export const ISSUE = `${ISSUE_FIELDS} labels { nodes { id name } }`;
/**
 * An issue in a list. A connection without `first` counts as 50 entries for each issue, and Linear refuses more
 * than 10,000 points, so 20 labels let a page have 250 issues (https://linear.app/developers/rate-limiting).
 */
export const LISTED_ISSUE = `${ISSUE_FIELDS} labels(first: 20) { nodes { id name } }`;
const PAGE = "pageInfo { hasNextPage endCursor }";
export const CYCLE = "id number name startsAt endsAt completedAt progress team { id key name }";

/** Sends one GraphQL request. GraphQL answers 200 with `errors` when it fails, which ends the execution here. */
export async function ask({ call, fail }: HandlerTools, query: string, variables: Variables = {}): Promise<Data> {
  const response = await call({ method: "POST", path: "/graphql", body: { query, variables } });
  const { data, errors } = (response.data ?? {}) as GraphAnswer;
  if (errors?.length)
    fail(
      `Linear refused: ${errors.map((error) => error.extensions?.userPresentableMessage ?? error.message ?? "unknown error").join("; ")}`,
    );
  return data ?? {};
}

/** The payload of a mutation; its `success` shows whether Linear did anything. */
export async function change(tools: HandlerTools, field: string, query: string, variables: Variables): Promise<Data> {
  const payload = ((await ask(tools, query, variables))[field] ?? {}) as Data;
  if (payload.success !== true)
    tools.fail(`Linear did not carry out ${field}. Check the IDs and what your role allows.`);
  return payload;
}

/** Without arguments that were not given: null would clear a value. */
export const definedValues = (values: Variables): Variables =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));

export type PageArgs = { first?: number; after?: string };
export const pageOf = (args: PageArgs): Variables => definedValues({ first: args.first ?? 50, after: args.after });

/** A connection of the schema as a list under its own name, with where to go on. */
export async function list(
  tools: HandlerTools,
  field: string,
  fields: string,
  args: PageArgs,
  filter?: { type: string; value: Variables },
): Promise<Data> {
  const declaration = filter ? `, $filter: ${filter.type}` : "";
  const query =
    `query($first: Int, $after: String${declaration}) { ${field}(first: $first, after: ` +
    `$after${filter ? ", filter: $filter" : ""}) { nodes { ${fields} } ${PAGE} } }`;
  const page = ((await ask(tools, query, { ...pageOf(args), ...(filter && { filter: filter.value }) }))[field] ??
    {}) as { nodes?: unknown[]; pageInfo?: unknown };
  return { [field]: page.nodes ?? [], page_info: page.pageInfo };
}

export const byId = (key: string, id: string | undefined): Variables => (id ? { [key]: { id: { eq: id } } } : {});
