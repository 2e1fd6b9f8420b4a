/** Linear's tools: each is one GraphQL operation (https://linear.app/developers/graphql), said in plain arguments. */
import { toHexColor } from "@/lib/catalog/to-hex-color";
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Data = Record<string, unknown>;
type Variables = Record<string, unknown>;
type GraphAnswer = {
  data?: Data | null;
  errors?: { message?: string; extensions?: { userPresentableMessage?: string } }[];
};

const ISSUE = `id identifier title description priority estimate dueDate url createdAt updatedAt completedAt canceledAt
  state { id name type } team { id key name } assignee { id name email } project { id name } cycle { id number name }
  parent { id identifier } labels { nodes { id name } }`;
const PAGE = "pageInfo { hasNextPage endCursor }";
const CYCLE = "id number name startsAt endsAt completedAt progress team { id key name }";

/** Sends one GraphQL request. GraphQL answers 200 with `errors` when it fails, which ends the execution here. */
async function ask({ call, fail }: HandlerTools, query: string, variables: Variables = {}): Promise<Data> {
  const response = await call({ method: "POST", path: "/graphql", body: { query, variables } });
  const { data, errors } = (response.data ?? {}) as GraphAnswer;
  if (errors?.length)
    fail(
      `Linear refused: ${errors.map((error) => error.extensions?.userPresentableMessage ?? error.message ?? "unknown error").join("; ")}`,
    );
  return data ?? {};
}

/** The payload of a mutation; its `success` shows whether Linear did anything. */
async function change(tools: HandlerTools, field: string, query: string, variables: Variables): Promise<Data> {
  const payload = ((await ask(tools, query, variables))[field] ?? {}) as Data;
  if (payload.success !== true)
    tools.fail(`Linear did not carry out ${field}. Check the IDs and what your role allows.`);
  return payload;
}

/** Without arguments that were not given: null would clear a value. */
const definedValues = (values: Variables): Variables =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));

type IssueArgs = {
  title?: string;
  description?: string;
  team_id?: string;
  assignee_id?: string;
  state_id?: string;
  project_id?: string;
  cycle_id?: string;
  parent_id?: string;
  priority?: number;
  estimate?: number;
  due_date?: string;
  label_ids?: string[];
};

const issueInput = (args: IssueArgs): Variables =>
  definedValues({
    title: args.title,
    description: args.description,
    teamId: args.team_id,
    assigneeId: args.assignee_id,
    stateId: args.state_id,
    projectId: args.project_id,
    cycleId: args.cycle_id,
    parentId: args.parent_id,
    priority: args.priority,
    estimate: args.estimate,
    dueDate: args.due_date,
    labelIds: args.label_ids,
  });

type PageArgs = { first?: number; after?: string };
const pageOf = (args: PageArgs): Variables => definedValues({ first: args.first ?? 50, after: args.after });

/** A connection of the schema as a list under its own name, with where to go on. */
async function list(
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

const byId = (key: string, id: string | undefined): Variables => (id ? { [key]: { id: { eq: id } } } : {});

/** Colors of labels by name; Linear takes hex codes. */
const LABEL_COLORS: ReadonlyMap<string, string> = new Map([
  ["gray", "#95a2b3"],
  ["purple", "#5e6ad2"],
  ["teal", "#26b5ce"],
  ["green", "#4cb782"],
  ["yellow", "#f2c94c"],
  ["orange", "#f2994a"],
  ["pink", "#f7c8c1"],
  ["red", "#eb5757"],
  ["blue", "#4ea7fc"],
  ["black", "#000000"],
  ["white", "#ffffff"],
]);

function labelColor(words: string | undefined, { fail }: HandlerTools): string | undefined {
  if (!words) return undefined;
  return (
    toHexColor(words, LABEL_COLORS) ??
    fail(
      `color is no color of Linear. Give a hex code, such as #eb5757, or one of ${[...LABEL_COLORS.keys()].join(", ")}.`,
    )
  );
}

export const handlers: ToolHandlers = {
  createIssue: (args: IssueArgs, tools) =>
    change(
      tools,
      "issueCreate",
      `mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`,
      { input: issueInput(args) },
    ),
  updateIssue: (args: IssueArgs & { issue_id?: string }, tools) =>
    change(
      tools,
      "issueUpdate",
      `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`,
      { id: args.issue_id, input: issueInput(args) },
    ),
  deleteIssue: (args: { issue_id?: string }, tools) =>
    change(tools, "issueDelete", "mutation($id: String!) { issueDelete(id: $id) { success } }", { id: args.issue_id }),
  getIssue: (args: { issue_id?: string }, tools) =>
    ask(
      tools,
      `query($id: String!) { issue(id: $id) { ${ISSUE} comments { nodes { id body createdAt user { id ` +
        "name } } } attachments { nodes { id title url } } } }",
      { id: args.issue_id },
    ),
  listIssues: (args: PageArgs & { project_id?: string; team_id?: string; assignee_id?: string }, tools) =>
    list(tools, "issues", ISSUE, args, {
      type: "IssueFilter",
      value: {
        ...byId("project", args.project_id),
        ...byId("team", args.team_id),
        ...byId("assignee", args.assignee_id),
      },
    }),
  createComment: (args: { issue_id?: string; body?: string; parent_id?: string }, tools) =>
    change(
      tools,
      "commentCreate",
      "mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id body " +
        "url createdAt user { id name } } } }",
      { input: definedValues({ issueId: args.issue_id, body: args.body, parentId: args.parent_id }) },
    ),
  createAttachment: (args: { issue_id?: string; title?: string; url?: string; subtitle?: string }, tools) =>
    change(
      tools,
      "attachmentCreate",
      "mutation($input: AttachmentCreateInput!) { attachmentCreate(input: $input) { success attachment { id title subtitle url } } }",
      { input: definedValues({ issueId: args.issue_id, title: args.title, url: args.url, subtitle: args.subtitle }) },
    ),
  getAttachments: async (args: { issue_id?: string }, tools) => {
    const { issue } = await ask(
      tools,
      "query($id: String!) { issue(id: $id) { attachments { nodes { id title subtitle url sourceType createdAt } } } }",
      { id: args.issue_id },
    );
    return { attachments: (issue as { attachments?: { nodes?: unknown[] } } | null)?.attachments?.nodes ?? [] };
  },
  createLabel: (args: { name?: string; color?: string; description?: string; team_id?: string }, tools) =>
    change(
      tools,
      "issueLabelCreate",
      "mutation($input: IssueLabelCreateInput!) { issueLabelCreate(input: $input) { success issueLabel { id name color description } } }",
      {
        input: definedValues({
          name: args.name,
          color: labelColor(args.color, tools),
          description: args.description,
          teamId: args.team_id,
        }),
      },
    ),
  removeLabel: (args: { issue_id?: string; label_id?: string }, tools) =>
    change(
      tools,
      "issueRemoveLabel",
      `mutation($id: String!, $labelId: String!) { issueRemoveLabel(id: $id, labelId: $labelId) { success issue { ${ISSUE} } } }`,
      { id: args.issue_id, labelId: args.label_id },
    ),
  listCycles: (args: PageArgs, tools) => list(tools, "cycles", CYCLE, args),
  listTeamCycles: (args: PageArgs & { team_id?: string }, tools) =>
    list(tools, "cycles", CYCLE, args, { type: "CycleFilter", value: byId("team", args.team_id) }),
  listLabels: (args: PageArgs & { team_id?: string }, tools) =>
    list(tools, "issueLabels", "id name color description team { id key }", args, {
      type: "IssueLabelFilter",
      value: byId("team", args.team_id),
    }),
  listProjects: (args: PageArgs, tools) =>
    list(
      tools,
      "projects",
      "id name description url progress startDate targetDate lead { id name } teams { nodes { id key name } }",
      args,
    ),
  listStates: (args: PageArgs & { team_id?: string }, tools) =>
    list(tools, "workflowStates", "id name type color position team { id key }", args, {
      type: "WorkflowStateFilter",
      value: byId("team", args.team_id),
    }),
  listTeams: (args: PageArgs, tools) => list(tools, "teams", "id key name description", args),
  listUsers: (args: PageArgs, tools) => list(tools, "users", "id name displayName email active admin", args),
  runGraphql: (args: { query_or_mutation?: string; variables?: Variables }, tools) =>
    ask(tools, args.query_or_mutation ?? "", args.variables ?? {}),
};
