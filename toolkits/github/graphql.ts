/** GitHub's GraphQL API (https://docs.github.com/graphql), for what its REST API does not have. */
import type { HandlerTools, ToolHandler } from "@/lib/catalog/tool-handler";
import { repositoryPath, type Repository } from "./repository-path";

type Json = Record<string, unknown>;
type Answer = { data?: Json | null; errors?: { message?: string }[] };
type PullArguments = Repository & { pull_number?: number };

const send = async ({ call }: HandlerTools, query: string, variables: Json): Promise<Answer> =>
  (await call({ method: "POST", path: "/graphql", body: { query, variables } })).data as Answer;

/** The data of one operation of this file. A part that failed ends it, because nothing of it would be known. */
async function ask(tools: HandlerTools, query: string, variables: Json): Promise<Json> {
  const { data, errors } = await send(tools, query, variables);
  if (errors?.length)
    return tools.fail(`GitHub refused: ${errors.map(({ message }) => message ?? "unknown error").join("; ")}`);
  return data ?? {};
}

/** Runs the caller's own operation; the answer has `errors` as well as the data that came in spite of them. */
export const runGraphql: ToolHandler = async (args: { query?: string; variables?: Json }, tools) => {
  const { data, errors, ...rest } = await send(tools, args.query ?? "", args.variables ?? {});
  return { ...rest, data: data ?? {}, ...(errors && { errors }) };
};

const PULL = "pullRequest { id number url title isDraft state }";

/** A mutation on a pull request, which GraphQL knows by its node ID only. */
const changePull =
  (field: string): ToolHandler =>
  async (args: PullArguments, tools) => {
    const path = `${repositoryPath(args)}/pulls/${encodeURIComponent(String(args.pull_number ?? ""))}`;
    const { node_id: id } = (await tools.call({ method: "GET", path })).data as { node_id?: string };
    const query = `mutation($id: ID!) { ${field}(input: { pullRequestId: $id }) { ${PULL} } }`;
    const { [field]: payload } = await ask(tools, query, { id });
    return { pull_request: (payload as { pullRequest?: unknown } | undefined)?.pullRequest ?? {} };
  };

type Threads = { nodes?: { comments?: { nodes?: unknown[] } }[]; pageInfo?: unknown };

const listReviewThreads: ToolHandler = async (args: PullArguments & { first?: number; after?: string }, tools) => {
  const { owner, repo, pull_number: number, first = 50, after } = args;
  const data = await ask(
    tools,
    "query($owner: String!, $repo: String!, $number: Int!, $first: Int!, $after: String) { repository(owner: $owner, " +
      "name: $repo) { pullRequest(number: $number) { reviewThreads(first: $first, after: $after) { nodes { id isResolved " +
      "isOutdated path line comments(first: 20) { nodes { databaseId body url createdAt author { login } } } } " +
      "pageInfo { hasNextPage endCursor } } } } }",
    { owner, repo, number, first, ...(after && { after }) },
  );
  const { pullRequest } = (data.repository ?? {}) as { pullRequest?: { reviewThreads?: Threads } };
  const { nodes = [], pageInfo } = pullRequest?.reviewThreads ?? {};
  return {
    threads: nodes.map(({ comments, ...thread }) => ({ ...thread, comments: comments?.nodes ?? [] })),
    page_info: pageInfo,
  };
};

const resolveReviewThread: ToolHandler = async (args: { thread_id?: string; resolved?: boolean }, tools) => {
  const field = args.resolved === false ? "unresolveReviewThread" : "resolveReviewThread";
  const query = `mutation($id: ID!) { ${field}(input: { threadId: $id }) { thread { id isResolved path line } } }`;
  const { [field]: payload } = await ask(tools, query, { id: args.thread_id });
  return { thread: (payload as { thread?: unknown } | undefined)?.thread ?? {} };
};

const enableAutoMerge: ToolHandler = async (args: PullArguments & { merge_method?: string }, tools) => {
  const path = `${repositoryPath(args)}/pulls/${encodeURIComponent(String(args.pull_number ?? ""))}`;
  const { node_id: id } = (await tools.call({ method: "GET", path })).data as { node_id?: string };
  const { enablePullRequestAutoMerge: payload } = await ask(
    tools,
    "mutation($id: ID!, $method: PullRequestMergeMethod!) { enablePullRequestAutoMerge(input: { pullRequestId: $id, " +
      "mergeMethod: $method }) { pullRequest { id number url autoMergeRequest { mergeMethod enabledAt } } } }",
    { id, method: (args.merge_method ?? "merge").toUpperCase() },
  );
  return { pull_request: (payload as { pullRequest?: unknown } | undefined)?.pullRequest ?? {} };
};

export const graphqlHandlers = {
  runGraphql,
  markReadyForReview: changePull("markPullRequestReadyForReview"),
  convertToDraft: changePull("convertPullRequestToDraft"),
  listReviewThreads,
  resolveReviewThread,
  enableAutoMerge,
};
