/** Fields of an issue that a caller names in words, and Jira by IDs: they are looked up before anything is changed. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";

const API = "/rest/api/3";

/** `assignee_name`: as Jira shows it, or an email address. `sprint_id`: of a board. */
export type Sought = { assignee?: string | null; assignee_name?: string; sprint_id?: number };
type User = { accountId: string; displayName?: string; emailAddress?: string };
type Field = { id: string; schema?: { custom?: string } };
type Tools = Pick<HandlerTools, "call" | "fail">;

/** The field that holds the sprint has another ID on each site. */
const SPRINT_FIELD = "com.pyxis.greenhopper.jira:gh-sprint";
const MAX_SHOWN = 10;

async function accountOf(name: string, place: Record<string, string | undefined>, { call, fail }: Tools) {
  const { data } = await call({
    method: "GET",
    path: `${API}/user/assignable/search`,
    query: { ...place, query: name, maxResults: 50 },
  });
  const users = Array.isArray(data) ? (data as User[]) : [];
  const text = name.trim().toLowerCase();
  const exact = users.filter(({ displayName, emailAddress }) =>
    [displayName, emailAddress].some((value) => value?.toLowerCase() === text),
  );
  const [user, other] = exact.length > 0 ? exact : users;
  if (!user)
    return fail(`Nobody of the name ${JSON.stringify(name)} can be assigned. Give assignee with an account ID.`);
  if (other)
    return fail(
      `Several people fit ${JSON.stringify(name)}: ${users
        .slice(0, MAX_SHOWN)
        .map(({ displayName = "", accountId }) => `${displayName} (${accountId})`)
        .join(", ")}. Give assignee with an account ID.`,
    );
  return user.accountId;
}

async function sprintField({ call, fail }: Tools): Promise<string> {
  const { data } = await call({ method: "GET", path: `${API}/field` });
  const fields = Array.isArray(data) ? (data as Field[]) : [];
  return (
    fields.find(({ schema }) => schema?.custom === SPRINT_FIELD)?.id ??
    fail("This site has no field for sprints, so the issue cannot be put into one.")
  );
}

/** @param place whose people can be assigned: a project's key, or an issue's */
export async function soughtFields(
  { assignee, assignee_name: name, sprint_id: sprint }: Sought,
  place: Record<string, string | undefined>,
  tools: Tools,
): Promise<Record<string, unknown>> {
  return {
    ...(name && assignee === undefined && { assignee: { accountId: await accountOf(name, place, tools) } }),
    ...(sprint !== undefined && { [await sprintField(tools)]: sprint }),
  };
}
