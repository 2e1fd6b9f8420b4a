/** Finds the IDs of what a caller names in words. If several records fit, the error names them. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { ask, type Variables } from "./request";

type Named = { id: string; name: string; key?: string; email?: string; team?: { id: string } | null };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_SHOWN = 50;
const MAX_LABELS = 50;

const sameText = (field: string, text: string): Variables => ({ [field]: { eqIgnoreCase: text.trim() } });

async function read(
  field: string,
  type: string,
  filter: Variables,
  tools: HandlerTools,
  fields = "id name",
): Promise<Named[]> {
  const query = `query($filter: ${type}) { ${field}(filter: $filter, first: ${MAX_SHOWN}) { nodes { ${fields} } } }`;
  const { [field]: page } = await ask(tools, query, { filter });
  return (page as { nodes?: Named[] } | undefined)?.nodes ?? [];
}

const toWords = (rows: readonly Named[]): string =>
  rows.map(({ id, name, key, email }) => `${name} (${key ?? email ?? id})`).join(", ") || "none";

/** The only one of them, or the end of the tool with words that name the choice. */
async function only(
  what: string,
  words: string,
  rows: readonly Named[],
  { fail }: HandlerTools,
  choices: () => Promise<Named[]>,
): Promise<string> {
  const [row, other] = rows;
  if (!row) return fail(`There is no ${what} ${JSON.stringify(words)}. There are: ${toWords(await choices())}.`);
  if (other) return fail(`Several fit the ${what} ${JSON.stringify(words)}: ${toWords(rows)}. Give its ID.`);
  return row.id;
}

/** The ID of a team by its ID, key or name. */
export async function findTeam(words: string, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const list = (filter: Variables) => read("teams", "TeamFilter", filter, tools, "id name key");
  const byKey = await list(sameText("key", words));
  return only("team", words, byKey.length > 0 ? byKey : await list(sameText("name", words)), tools, () => list({}));
}

/** The ID of a workflow state of a team by its name. */
export async function findState(words: string, teamId: string | undefined, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const ofTeam = teamId ? { team: { id: { eq: teamId } } } : {};
  const list = (filter: Variables) => read("workflowStates", "WorkflowStateFilter", { ...ofTeam, ...filter }, tools);
  return only("state", words, await list(sameText("name", words)), tools, () => list({}));
}

/** The ID of a user by name, display name or email address; "me" is the account itself. */
export async function findUser(words: string, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const list = (filter: Variables) => read("users", "UserFilter", filter, tools, "id name email");
  if (words.trim().toLowerCase() === "me")
    return only("user", words, await list({ isMe: { eq: true } }), tools, () => list({}));
  const filter = { or: [sameText("email", words), sameText("name", words), sameText("displayName", words)] };
  return only("user", words, await list(filter), tools, () => list({ active: { eq: true } }));
}

/** The ID of a project by its name. */
export async function findProject(words: string, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const list = (filter: Variables) => read("projects", "ProjectFilter", filter, tools);
  return only("project", words, await list(sameText("name", words)), tools, () => list({}));
}

/** The ID of a cycle of a team: "current", "next", "previous", its number or its name. */
export async function findCycle(words: string, teamId: string | undefined, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const ofTeam = teamId ? { team: { id: { eq: teamId } } } : {};
  const list = async (filter: Variables) => {
    const rows = await read("cycles", "CycleFilter", { ...ofTeam, ...filter }, tools, "id name number");
    return rows.map((row) => ({ ...row, name: row.name ?? `cycle ${(row as { number?: number }).number ?? ""}` }));
  };
  const flags: Record<string, string> = { current: "isActive", next: "isNext", previous: "isPrevious" };
  const flag = flags[words.trim().toLowerCase()];
  const filter = flag
    ? { [flag]: { eq: true } }
    : /^\d+$/.test(words)
      ? { number: { eq: Number(words) } }
      : sameText("name", words);
  return only("cycle", words, await list(filter), tools, () => list({}));
}

/** The IDs of labels by their names, those of the team before those of the workspace. */
export async function findLabels(
  names: readonly string[],
  teamId: string | undefined,
  tools: HandlerTools,
): Promise<string[]> {
  if (names.length > MAX_LABELS) return tools.fail(`There are more than ${MAX_LABELS} labels.`);
  const byName = names.filter((name) => !UUID.test(name));
  const filter = { or: byName.map((name) => sameText("name", name)) };
  const rows =
    byName.length > 0 ? await read("issueLabels", "IssueLabelFilter", filter, tools, "id name team { id }") : [];
  return names.map((name) => {
    if (UUID.test(name)) return name;
    const fitting = rows.filter((row) => row.name.toLowerCase() === name.trim().toLowerCase());
    const label = fitting.find(({ team }) => team?.id === teamId) ?? fitting.find(({ team }) => !team);
    return label?.id ?? tools.fail(`The team has no label ${JSON.stringify(name)}. Create it, or give another one.`);
  });
}

/** The ID of a status of projects by its name. Linear lists all of them, and filters none. */
export async function findProjectStatus(words: string, tools: HandlerTools): Promise<string> {
  if (UUID.test(words)) return words;
  const { projectStatuses } = await ask(tools, `query { projectStatuses(first: ${MAX_SHOWN}) { nodes { id name } } }`);
  const rows = (projectStatuses as { nodes?: Named[] } | undefined)?.nodes ?? [];
  const fitting = rows.filter(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
  return only("status of projects", words, fitting, tools, () => Promise.resolve(rows));
}

/** The IDs of labels of projects by their names. */
export function findProjectLabels(names: readonly string[], tools: HandlerTools): Promise<string[]> {
  if (names.length > MAX_LABELS) return tools.fail(`There are more than ${MAX_LABELS} labels.`);
  const list = (filter: Variables) => read("projectLabels", "ProjectLabelFilter", filter, tools);
  const find = async (words: string) =>
    UUID.test(words)
      ? words
      : only("label of projects", words, await list(sameText("name", words)), tools, () => list({}));
  return Promise.all(names.map(find));
}
