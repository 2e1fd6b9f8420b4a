/** Linear's issues, whose team, state, people, labels, project and cycle can be given by their names. */
import type { HandlerTools, ToolHandler } from "@/lib/catalog/tool-handler";
import { findCycle, findLabels, findProject, findState, findTeam, findUser } from "./named";
import { ask, byId, change, definedValues, ISSUE, type Data, type PageArgs, type Variables } from "./request";

type IssueArgs = {
  title?: string;
  description?: string | null;
  team_id?: string;
  assignee_id?: string | null;
  state_id?: string;
  project_id?: string | null;
  project_milestone_id?: string | null;
  cycle_id?: string | null;
  parent_id?: string | null;
  priority?: number;
  estimate?: number | null;
  due_date?: string | null;
  label_ids?: string[];
  team?: string;
  assignee?: string;
  state?: string;
  project?: string;
  cycle?: string;
  labels?: string[];
  add_labels?: string[];
  remove_labels?: string[];
};

export type IssueListArgs = PageArgs & {
  project_id?: string;
  team_id?: string;
  assignee_id?: string;
  state?: string;
  state_type?: string;
  label?: string;
};

/** The filter of a list; the tests of one state count together. */
export function issueFilter(args: IssueListArgs): Variables {
  const state = {
    ...(args.state && { name: { eqIgnoreCase: args.state } }),
    ...(args.state_type && { type: { eq: args.state_type } }),
  };
  return {
    ...byId("project", args.project_id),
    ...byId("team", args.team_id),
    ...byId("assignee", args.assignee_id),
    ...(Object.keys(state).length > 0 && { state }),
    ...(args.label && { labels: { some: { name: { eqIgnoreCase: args.label } } } }),
  };
}

const issueInput = (args: IssueArgs): Variables =>
  definedValues({
    title: args.title,
    description: args.description,
    teamId: args.team_id,
    assigneeId: args.assignee_id,
    stateId: args.state_id,
    projectId: args.project_id,
    projectMilestoneId: args.project_milestone_id,
    cycleId: args.cycle_id,
    parentId: args.parent_id,
    priority: args.priority,
    estimate: args.estimate,
    dueDate: args.due_date,
    labelIds: args.label_ids,
  });

/** The IDs of what is named; each is asked for before anything is changed. */
async function namedInput(args: IssueArgs, teamId: string | undefined, tools: HandlerTools): Promise<Variables> {
  const labels = (names: string[] | undefined) => (names?.length ? findLabels(names, teamId, tools) : undefined);
  return definedValues({
    stateId: args.state && (await findState(args.state, teamId, tools)),
    assigneeId: args.assignee && (await findUser(args.assignee, tools)),
    projectId: args.project && (await findProject(args.project, tools)),
    cycleId: args.cycle && (await findCycle(args.cycle, teamId, tools)),
    labelIds: await labels(args.labels),
    addedLabelIds: await labels(args.add_labels),
    removedLabelIds: await labels(args.remove_labels),
  });
}

const needsTeam = ({ state, cycle, labels, add_labels: added, remove_labels: removed }: IssueArgs): boolean =>
  [state, cycle, labels, added, removed].some((value) => value !== undefined);

async function readTeam(issueId: string | undefined, tools: HandlerTools): Promise<string | undefined> {
  const { issue } = await ask(tools, "query($id: String!) { issue(id: $id) { team { id } } }", { id: issueId });
  return (issue as { team?: { id?: string } } | null)?.team?.id;
}

/** Opens an issue in the team that is named by its ID, key or name. */
export const createIssue: ToolHandler = async (args: IssueArgs, tools): Promise<Data> => {
  const teamId = args.team_id ?? (args.team ? await findTeam(args.team, tools) : undefined);
  if (!teamId) return tools.fail("The issue has no team. Give team with the team's key or name, or team_id.");
  const input = { ...(await namedInput(args, teamId, tools)), ...issueInput({ ...args, team_id: teamId }) };
  return change(
    tools,
    "issueCreate",
    `mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`,
    { input },
  );
};

/** Changes an issue; what is left out stays. */
export const updateIssue: ToolHandler = async (args: IssueArgs & { issue_id?: string }, tools): Promise<Data> => {
  const newTeam = args.team_id ?? (args.team ? await findTeam(args.team, tools) : undefined);
  const teamId = newTeam ?? (needsTeam(args) ? await readTeam(args.issue_id, tools) : undefined);
  const input = {
    ...(await namedInput(args, teamId, tools)),
    ...issueInput({ ...args, ...(newTeam && { team_id: newTeam }) }),
  };
  if (Object.keys(input).length === 0) return tools.fail("There is nothing to change. Give at least one value.");
  return change(
    tools,
    "issueUpdate",
    `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`,
    { id: args.issue_id, input },
  );
};
