/** Linear's tools: each is one GraphQL operation (https://linear.app/developers/graphql), said in plain arguments. */
import { toHexColor } from "@/lib/catalog/to-hex-color";
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";
import { commentHandlers } from "./comments";
import { createIssue, issueFilter, updateIssue, type IssueListArgs } from "./issues";
import { projectHandlers } from "./projects";
import {
  ask,
  byId,
  change,
  CYCLE,
  definedValues,
  ISSUE,
  list,
  LISTED_ISSUE,
  pageOf,
  type PageArgs,
  type Variables,
} from "./request";

type Page = { nodes?: unknown[]; pageInfo?: unknown; totalCount?: number };

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
  ...commentHandlers,
  ...projectHandlers,
  createIssue,
  updateIssue,
  deleteIssue: (args: { issue_id?: string }, tools) =>
    change(tools, "issueDelete", "mutation($id: String!) { issueDelete(id: $id) { success } }", { id: args.issue_id }),
  getIssue: (args: { issue_id?: string }, tools) =>
    ask(
      tools,
      `query($id: String!) { issue(id: $id) { ${ISSUE} comments { nodes { id body createdAt user { id ` +
        "name } } } attachments { nodes { id title url } } } }",
      { id: args.issue_id },
    ),
  listIssues: (args: IssueListArgs, tools) =>
    list(tools, "issues", LISTED_ISSUE, args, { type: "IssueFilter", value: issueFilter(args) }),
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
  getAttachments: async (args: PageArgs & { issue_id?: string }, tools) => {
    const { issue } = await ask(
      tools,
      "query($id: String!, $first: Int, $after: String) { issue(id: $id) { attachments(first: $first, after: $after) " +
        "{ nodes { id title subtitle url sourceType createdAt } pageInfo { hasNextPage endCursor } } } }",
      { id: args.issue_id, ...pageOf(args) },
    );
    const { nodes = [], pageInfo } = (issue as { attachments?: Page } | null)?.attachments ?? {};
    return { attachments: nodes, page_info: pageInfo };
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
  listStates: (args: PageArgs & { team_id?: string }, tools) =>
    list(tools, "workflowStates", "id name type color position team { id key }", args, {
      type: "WorkflowStateFilter",
      value: byId("team", args.team_id),
    }),
  listTeams: (args: PageArgs, tools) => list(tools, "teams", "id key name description", args),
  listUsers: (args: PageArgs, tools) => list(tools, "users", "id name displayName email active admin", args),
  searchIssues: async (args: PageArgs & { query?: string; team_id?: string; include_comments?: boolean }, tools) => {
    const { searchIssues } = await ask(
      tools,
      "query($term: String!, $first: Int, $after: String, $teamId: String, $comments: Boolean) { searchIssues(term: $term, " +
        `first: $first, after: $after, teamId: $teamId, includeComments: $comments) { totalCount nodes { ${LISTED_ISSUE} } ` +
        "pageInfo { hasNextPage endCursor } } }",
      {
        ...pageOf(args),
        ...definedValues({ term: args.query, teamId: args.team_id, comments: args.include_comments }),
      },
    );
    const { nodes = [], pageInfo, totalCount } = (searchIssues ?? {}) as Page;
    return { issues: nodes, total: totalCount, page_info: pageInfo };
  },
  archiveIssue: (args: { issue_id?: string }, tools) =>
    change(tools, "issueArchive", "mutation($id: String!) { issueArchive(id: $id) { success } }", {
      id: args.issue_id,
    }),
  relateIssues: (args: { issue_id?: string; related_issue_id?: string; type?: string }, tools) =>
    change(
      tools,
      "issueRelationCreate",
      "mutation($input: IssueRelationCreateInput!) { issueRelationCreate(input: $input) { success issueRelation { id type " +
        "issue { id identifier title } relatedIssue { id identifier title } } } }",
      { input: { issueId: args.issue_id, relatedIssueId: args.related_issue_id, type: args.type ?? "related" } },
    ),
  currentUser: async (_args, tools) => {
    const { viewer, organization } = await ask(
      tools,
      "{ viewer { id name displayName email admin active } organization { id name urlKey } }",
    );
    return { user: viewer, viewer, organization };
  },
  issueDefaults: async (args: { team_id?: string }, tools) => {
    const { team } = await ask(
      tools,
      "query($id: String!) { team(id: $id) { id key name defaultIssueEstimate defaultIssueState { id name type } " +
        "states { nodes { id name type position } } } }",
      { id: args.team_id },
    );
    return { team: team ?? {} };
  },
  runGraphql: (args: { query_or_mutation?: string; variables?: Variables }, tools) =>
    ask(tools, args.query_or_mutation ?? "", args.variables ?? {}),
};
