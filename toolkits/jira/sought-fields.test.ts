/** People and sprints that are named in words, against a recorder of the requests. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { handlers } from "./handlers";

const PEOPLE = [
  { accountId: "a1", displayName: "Ada Lovelace", emailAddress: "ada@example.com" },
  { accountId: "a2", displayName: "Ada Lovelace-King" },
];
const FIELDS = [{ id: "summary" }, { id: "customfield_7", schema: { custom: "com.pyxis.greenhopper.jira:gh-sprint" } }];

async function run(name: string, args: Record<string, unknown>, { people = PEOPLE, fields = FIELDS } = {}) {
  const requests: HandlerRequest[] = [];
  const answers: Record<string, unknown> = {
    "/rest/api/3/user/assignable/search": people,
    "/rest/api/3/field": fields,
    "/rest/api/3/issue/E-1/transitions": { transitions: [{ id: "5", name: "Done" }] },
  };
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: answers[request.path] ?? {} });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  await handlers[name]?.(args as Record<string, never>, tools);
  return requests;
}

const issue = { project_key: "ENG", summary: "Fix it" };

describe("an issue", () => {
  it.each(["ada lovelace", "Ada@example.com"])("is assigned to the person called %s", async (assignee_name) => {
    const [search, create] = await run("createIssue", { ...issue, assignee_name });
    expect(search).toMatchObject({ query: { project: "ENG", query: assignee_name } });
    expect(create?.body).toMatchObject({ fields: { assignee: { accountId: "a1" } } });
  });

  it("is not made where the name fits nobody or several", async () => {
    await expect(run("createIssue", { ...issue, assignee_name: "Ada" })).rejects.toThrow("Ada Lovelace (a1)");
    await expect(run("createIssue", { ...issue, assignee_name: "Bob" }, { people: [] })).rejects.toThrow("Nobody");
  });

  it("is put into a sprint by the field that the site has for it, with the versions that it affects", async () => {
    const requests = await run("createIssue", { ...issue, sprint_id: 9, versions: ["1.0"] });
    expect(requests.at(-1)?.body).toMatchObject({ fields: { customfield_7: 9, versions: [{ name: "1.0" }] } });
    await expect(run("createIssue", { ...issue, sprint_id: 9 }, { fields: [] })).rejects.toThrow(
      "no field for sprints",
    );
  });

  it("is changed and moved on with its new person", async () => {
    const edit = await run("editIssue", { issue_id_or_key: "E-1", assignee_name: "Ada Lovelace" });
    expect(edit.at(-1)?.body).toMatchObject({ fields: { assignee: { accountId: "a1" } } });
    const move = await run("transitionIssue", {
      issue_id_or_key: "E-1",
      transition: "Done",
      assignee_name: "Ada Lovelace",
    });
    expect(move.at(-1)?.body).toMatchObject({ fields: { assignee: { accountId: "a1" } }, transition: { id: "5" } });
  });
});
