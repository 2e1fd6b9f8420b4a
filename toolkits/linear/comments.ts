/** Linear's comments and reactions. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { ask, change, definedValues, list, type PageArgs, type Variables } from "./request";

const COMMENT =
  "id body url createdAt editedAt resolvedAt user { id name } issue { id identifier title } parent { id }";

type CommentArgs = { comment_id?: string };

/** A filter knows an issue by its ID; its short name is a team's key and a number. */
function ofIssue(issue: string | undefined): Variables {
  if (!issue) return {};
  const [, key, number] = /^([A-Za-z0-9]+)-(\d+)$/.exec(issue) ?? [];
  return {
    issue: key ? { team: { key: { eqIgnoreCase: key } }, number: { eq: Number(number) } } : { id: { eq: issue } },
  };
}

const resolution = (field: string) => `mutation($id: String!) { ${field}(id: $id) { success comment { ${COMMENT} } } }`;

export const commentHandlers: ToolHandlers = {
  getComment: async (args: CommentArgs, tools) => {
    const query = `query($id: String) { comment(id: $id) { ${COMMENT} children { nodes { id body createdAt user { id name } } } } }`;
    return { comment: (await ask(tools, query, { id: args.comment_id })).comment ?? {} };
  },
  listComments: (args: PageArgs & { issue_id?: string }, tools) =>
    list(tools, "comments", COMMENT, args, {
      type: "CommentFilter",
      value: ofIssue(args.issue_id),
    }),
  updateComment: (args: CommentArgs & { body?: string }, tools) =>
    change(
      tools,
      "commentUpdate",
      `mutation($id: String!, $input: CommentUpdateInput!) { commentUpdate(id: $id, input: $input) { success comment { ${COMMENT} } } }`,
      { id: args.comment_id, input: { body: args.body } },
    ),
  resolveComment: (args: CommentArgs, tools) =>
    change(tools, "commentResolve", resolution("commentResolve"), { id: args.comment_id }),
  unresolveComment: (args: CommentArgs, tools) =>
    change(tools, "commentUnresolve", resolution("commentUnresolve"), { id: args.comment_id }),
  addReaction: (args: CommentArgs & { issue_id?: string; emoji?: string }, tools) =>
    change(
      tools,
      "reactionCreate",
      "mutation($input: ReactionCreateInput!) { reactionCreate(input: $input) { success reaction { id emoji } } }",
      { input: definedValues({ commentId: args.comment_id, issueId: args.issue_id, emoji: args.emoji }) },
    ),
  removeReaction: (args: { reaction_id?: string }, tools) =>
    change(tools, "reactionDelete", "mutation($id: String!) { reactionDelete(id: $id) { success } }", {
      id: args.reaction_id,
    }),
};
