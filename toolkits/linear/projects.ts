/** Linear's projects, their milestones and the reports on how they go. */
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";
import { findProjectLabels, findProjectStatus } from "./named";
import { ask, byId, change, definedValues, list, type PageArgs, type Variables } from "./request";

const PROJECT =
  "id name description content url progress startDate targetDate createdAt updatedAt status { id name type } " +
  "lead { id name } teams { nodes { id key name } }";
/** With few teams of each project: 250 projects are then within the points of one request. */
const LISTED_PROJECT =
  "id name description url progress startDate targetDate status { id name type } lead { id name } " +
  "teams(first: 20) { nodes { id key name } }";
const UPDATE = "id body health url createdAt updatedAt user { id name } project { id name }";

type ProjectArgs = {
  project_id?: string;
  name?: string;
  description?: string;
  content?: string | null;
  team_ids?: string[];
  lead_id?: string | null;
  member_ids?: string[];
  status_id?: string;
  label_ids?: string[];
  start_date?: string | null;
  target_date?: string | null;
  priority?: number;
};

async function projectInput(args: ProjectArgs, tools: HandlerTools): Promise<Variables> {
  return definedValues({
    name: args.name,
    description: args.description,
    content: args.content,
    teamIds: args.team_ids,
    leadId: args.lead_id,
    memberIds: args.member_ids,
    statusId: args.status_id === undefined ? undefined : await findProjectStatus(args.status_id, tools),
    labelIds: args.label_ids === undefined ? undefined : await findProjectLabels(args.label_ids, tools),
    startDate: args.start_date,
    targetDate: args.target_date,
    priority: args.priority,
  });
}

type UpdateArgs = { update_id?: string; project_id?: string; body?: string; health?: string };

type ListArgs = PageArgs & { team_id?: string; name?: string; status_type?: string };

const projectFilter = ({ team_id, name, status_type }: ListArgs): Variables => ({
  ...(team_id && { accessibleTeams: { some: { id: { eq: team_id } } } }),
  ...(name && { name: { containsIgnoreCase: name } }),
  ...(status_type && { status: { type: { eq: status_type } } }),
});

export const projectHandlers: ToolHandlers = {
  listProjects: (args: ListArgs, tools) =>
    list(tools, "projects", LISTED_PROJECT, args, { type: "ProjectFilter", value: projectFilter(args) }),
  getProject: async (args: ProjectArgs, tools) => {
    const query =
      `query($id: String!) { project(id: $id) { ${PROJECT} projectMilestones { nodes { id name targetDate } } ` +
      `lastUpdate { ${UPDATE} } } }`;
    return { project: (await ask(tools, query, { id: args.project_id })).project ?? {} };
  },
  createProject: async (args: ProjectArgs, tools) =>
    change(
      tools,
      "projectCreate",
      `mutation($input: ProjectCreateInput!) { projectCreate(input: $input) { success project { ${PROJECT} } } }`,
      { input: await projectInput(args, tools) },
    ),
  updateProject: async (args: ProjectArgs, tools) =>
    change(
      tools,
      "projectUpdate",
      `mutation($id: String!, $input: ProjectUpdateInput!) { projectUpdate(id: $id, input: $input) { success project { ${PROJECT} } } }`,
      { id: args.project_id, input: await projectInput(args, tools) },
    ),
  archiveProject: (args: ProjectArgs, tools) =>
    change(tools, "projectArchive", "mutation($id: String!) { projectArchive(id: $id) { success } }", {
      id: args.project_id,
    }),
  createMilestone: (args: ProjectArgs, tools) =>
    change(
      tools,
      "projectMilestoneCreate",
      "mutation($input: ProjectMilestoneCreateInput!) { projectMilestoneCreate(input: $input) { success projectMilestone " +
        "{ id name description targetDate project { id name } } } }",
      {
        input: definedValues({
          projectId: args.project_id,
          name: args.name,
          description: args.description,
          targetDate: args.target_date,
        }),
      },
    ),
  listProjectUpdates: (args: PageArgs & UpdateArgs, tools) =>
    list(tools, "projectUpdates", UPDATE, args, {
      type: "ProjectUpdateFilter",
      value: byId("project", args.project_id),
    }),
  getProjectUpdate: async (args: UpdateArgs, tools) => {
    const query = `query($id: String!) { projectUpdate(id: $id) { ${UPDATE} } }`;
    return { project_update: (await ask(tools, query, { id: args.update_id })).projectUpdate ?? {} };
  },
  createProjectUpdate: (args: UpdateArgs, tools) =>
    change(
      tools,
      "projectUpdateCreate",
      `mutation($input: ProjectUpdateCreateInput!) { projectUpdateCreate(input: $input) { success projectUpdate { ${UPDATE} } } }`,
      { input: definedValues({ projectId: args.project_id, body: args.body, health: args.health }) },
    ),
  changeProjectUpdate: (args: UpdateArgs, tools) =>
    change(
      tools,
      "projectUpdateUpdate",
      "mutation($id: String!, $input: ProjectUpdateUpdateInput!) { projectUpdateUpdate(id: $id, input: $input) { success " +
        `projectUpdate { ${UPDATE} } } }`,
      { id: args.update_id, input: definedValues({ body: args.body, health: args.health }) },
    ),
};
