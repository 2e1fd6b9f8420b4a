/** Jira's composite tools against a recorder of their requests. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { toRichText } from "./rich-text";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

function recorder(answers: unknown[]) {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: async (request) => ({
      status: 200,
      headers: {},
      data: (requests.push(request), answers[requests.length - 1] ?? {}),
    }),
    readFile: async () => ({ name: "a.txt", mimetype: "text/plain", bytes: new Uint8Array() }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return {
    sent: requests,
    run: (name: string, args: Record<string, unknown>) => handlers[name]?.(args as Record<string, never>, tools),
  };
}

describe("issues", () => {
  it("creates a task unless told otherwise, with its description as a document", async () => {
    const { sent: requests, run } = recorder([{ id: "1", key: "ENG-1" }]);
    expect(
      await run("createIssue", {
        project_key: "ENG",
        summary: "Fix it",
        description: "Now",
        assignee: "a1",
        fields: { customfield_1: 3 },
      }),
    ).toEqual({ id: "1", key: "ENG-1" });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/rest/api/3/issue",
      body: {
        fields: {
          project: { key: "ENG" },
          issuetype: { name: "Task" },
          assignee: { accountId: "a1" },
          description: { type: "doc" },
          customfield_1: 3,
        },
      },
    });
  });

  it("sends only the fields that change, empties what is null, and refuses to change nothing", async () => {
    const { sent: requests, run } = recorder([]);
    await run("editIssue", { issue_id_or_key: "ENG-1", labels: ["x"] });
    expect(requests[0]?.body).toEqual({ fields: { labels: ["x"] } });
    await run("editIssue", { issue_id_or_key: "ENG-1", assignee: null, due_date: null });
    expect(requests[1]?.body).toEqual({ fields: { assignee: { accountId: null }, duedate: null } });
    await expect(run("editIssue", { issue_id_or_key: "ENG-1" })).rejects.toThrow("nothing to change");
  });

  it("finds a transition by its name or by the status it leads to", async () => {
    const transitions = {
      transitions: [
        { id: "11", name: "Start", to: { name: "In Progress" } },
        { id: "21", name: "Done", to: { name: "Done" } },
      ],
    };
    const { sent: requests, run } = recorder([{}, transitions, {}, {}, transitions]);
    expect(
      await run("transitionIssue", { issue_id_or_key: "ENG-1", transition: "in progress", comment: "Going" }),
    ).toMatchObject({ transition: "Start", status: "In Progress" });
    expect(requests[2]).toMatchObject({
      method: "POST",
      path: "/rest/api/3/issue/ENG-1/transitions",
      body: { transition: { id: "11" }, update: { comment: [{ add: { body: { type: "doc" } } }] } },
    });
    await expect(run("transitionIssue", { issue_id_or_key: "ENG-1", transition: "Closed" })).rejects.toThrow(
      "it has Start (to In Progress), Done",
    );
  });
});

describe("what Jira takes no more of", () => {
  const long = "x".repeat(32_768);

  it.each([
    ["createIssue", { project_key: "ENG", summary: "S", description: long }, "description"],
    ["editIssue", { issue_id_or_key: "ENG-1", description: long }, "description"],
    ["bulkCreate", { issues: [{ project_key: "ENG", summary: "S", description: long }] }, "description"],
    ["addComment", { issue_id_or_key: "ENG-1", comment: long }, "comment"],
    ["updateComment", { issue_id_or_key: "ENG-1", comment_id: "1", comment: long }, "comment"],
    ["transitionIssue", { issue_id_or_key: "ENG-1", transition: "Done", comment: long }, "comment"],
  ])("%s refuses a longer text before anything is sent", async (name, args, field) => {
    const { sent: requests, run } = recorder([]);
    await expect(run(name, args)).rejects.toThrow(`${field} has 32768 characters, and Jira takes 32767 at most.`);
    expect(requests).toEqual([]);
  });

  it("refuses more than fifty issues", async () => {
    const { sent: requests, run } = recorder([{}]);
    const issues = (count: number) => Array.from({ length: count }, () => ({ project_key: "ENG", summary: "S" }));
    await expect(run("bulkCreate", { issues: issues(51) })).rejects.toThrow("There are 51 issues");
    await run("bulkCreate", { issues: issues(50) });
    expect((requests[0]?.body as { issueUpdates: unknown[] }).issueUpdates).toHaveLength(50);
  });
});

describe("texts", () => {
  it("turns headings, lists, code and marks into nodes and leaves the rest text", () => {
    const { content } = toRichText("# Title\nHello **you** and `x_y`\n- one\n- two\n\n```\na\nb\n```\nsnake_case_name");
    expect(content.map(({ type }) => type)).toEqual(["heading", "paragraph", "bulletList", "codeBlock", "paragraph"]);
    expect(content[1]?.content).toEqual([
      { type: "text", text: "Hello " },
      { type: "text", text: "you", marks: [{ type: "strong" }] },
      { type: "text", text: " and " },
      { type: "text", text: "x_y", marks: [{ type: "code" }] },
    ]);
    expect(content[4]?.content).toEqual([{ type: "text", text: "snake_case_name" }]);
  });
});
