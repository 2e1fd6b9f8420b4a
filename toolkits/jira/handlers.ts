/** Jira tools whose texts must become documents. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { issuePath, richText, API } from "./issue-text";
import { readIssue } from "./read-issue";
import { soughtFields, type Sought } from "./sought-fields";
import { transitionIssue } from "./transition-issue";

type IssueArguments = {
  project_key?: string;
  summary?: string;
  issue_type?: string;
  description?: string;
  assignee?: string | null;
  reporter?: string;
  priority?: string;
  parent?: string;
  due_date?: string | null;
  labels?: string[];
  components?: string[];
  fix_versions?: string[];
  versions?: string[];
  fields?: Record<string, unknown>;
};

const named = (names: string[]): { name: string }[] => names.map((name) => ({ name }));

type Fail = HandlerTools["fail"];

/** Of one request that creates issues. */
const MAX_ISSUES = 50;

/** Only what was given: Jira clears a field that is sent empty. `fields` wins, for fields of one's own. */
function issueFields(args: IssueArguments, fail: Fail): Record<string, unknown> {
  return {
    ...(args.project_key !== undefined && { project: { key: args.project_key } }),
    ...(args.summary !== undefined && { summary: args.summary }),
    ...(args.issue_type !== undefined && {
      issuetype: /^\d+$/.test(args.issue_type) ? { id: args.issue_type } : { name: args.issue_type },
    }),
    ...(args.description !== undefined && { description: richText("description", args.description, fail) }),
    ...(args.assignee !== undefined && { assignee: { accountId: args.assignee } }),
    ...(args.reporter !== undefined && { reporter: { accountId: args.reporter } }),
    ...(args.priority !== undefined && {
      priority: /^\d+$/.test(args.priority) ? { id: args.priority } : { name: args.priority },
    }),
    ...(args.parent !== undefined && { parent: { key: args.parent } }),
    ...(args.due_date !== undefined && { duedate: args.due_date }),
    ...(args.labels !== undefined && { labels: args.labels }),
    ...(args.components !== undefined && { components: named(args.components) }),
    ...(args.fix_versions !== undefined && { fixVersions: named(args.fix_versions) }),
    ...(args.versions !== undefined && { versions: named(args.versions) }),
    ...args.fields,
  };
}

const asObject = (data: unknown): Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data) ? { ...data } : {};

const createIssue: ToolHandler = async (args: IssueArguments & Sought, { call, fail }) => {
  const fields = issueFields({ issue_type: "Task", ...args }, fail);
  const sought = await soughtFields(args, { project: args.project_key }, { call, fail });
  const { data } = await call({ method: "POST", path: `${API}/issue`, body: { fields: { ...sought, ...fields } } });
  return asObject(data);
};

const bulkCreate: ToolHandler = async (args: { issues?: IssueArguments[] }, { call, fail }) => {
  if (!args.issues?.length)
    return fail("There are no issues to create. Give issues, each with project_key and summary.");
  if (args.issues.length > MAX_ISSUES)
    return fail(`There are ${args.issues.length} issues, and Jira creates ${MAX_ISSUES} at once. Send them in parts.`);
  const issueUpdates: { fields: Record<string, unknown> }[] = [];
  for (const issue of args.issues) {
    issueUpdates.push({ fields: issueFields({ issue_type: "Task", ...issue }, fail) });
    // Fifty long descriptions are a second of work, in which the server would answer nobody else.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { data } = await call({ method: "POST", path: `${API}/issue/bulk`, body: { issueUpdates } });
  return asObject(data);
};

const editIssue: ToolHandler = async (
  args: IssueArguments &
    Sought & { issue_id_or_key?: string; update?: Record<string, unknown>; notify_users?: boolean },
  { call, fail },
) => {
  const issueValues = issueFields(args, fail);
  const fields = { ...(await soughtFields(args, { issueKey: args.issue_id_or_key }, { call, fail })), ...issueValues };
  if (Object.keys(fields).length === 0 && !args.update)
    return fail("There is nothing to change. Give at least one field.");
  await call({
    method: "PUT",
    path: issuePath(args.issue_id_or_key),
    query: { notifyUsers: args.notify_users },
    body: { fields, ...(args.update && { update: args.update }) },
  });
  return { issue: args.issue_id_or_key, updated: Object.keys({ ...fields, ...args.update }) };
};

type CommentArguments = {
  issue_id_or_key?: string;
  comment_id?: string;
  comment?: string;
  visibility_type?: string;
  visibility_value?: string;
};

const commentBody = (args: CommentArguments, fail: Fail): Record<string, unknown> => ({
  body: richText("comment", args.comment ?? "", fail),
  ...(args.visibility_type &&
    args.visibility_value && {
      visibility: { type: args.visibility_type, identifier: args.visibility_value, value: args.visibility_value },
    }),
});

const addComment: ToolHandler = async (args: CommentArguments, { call, fail }) =>
  asObject(
    (await call({ method: "POST", path: `${issuePath(args.issue_id_or_key)}/comment`, body: commentBody(args, fail) }))
      .data,
  );

const updateComment: ToolHandler = async (args: CommentArguments, { call, fail }) =>
  asObject(
    (
      await call({
        method: "PUT",
        path: `${issuePath(args.issue_id_or_key)}/comment/${encodeURIComponent(args.comment_id ?? "")}`,
        body: commentBody(args, fail),
      })
    ).data,
  );

export const handlers: ToolHandlers = {
  createIssue,
  bulkCreate,
  editIssue,
  addComment,
  updateComment,
  transitionIssue,
  readIssue,
};
