/** Linear's tools against an emulated Linear, which runs their GraphQL. */
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

let linear: Emulator;
let token = "";

/** The emulated Linear knows fewer fields than Linear; what it lacks is left out of the question. */
const answerOf = (body: unknown): string =>
  JSON.stringify(body).replace(
    /estimate | parent \{ id identifier \}|(?<=id body )url | attachments \{ nodes \{ id title url \} \}/g,
    "",
  );

const tools: HandlerTools = {
  call: async ({ method, path, body }) => {
    const response = await fetch(`${linear.url}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: answerOf(body),
    });
    return { status: response.status, headers: {}, data: await response.json() };
  },
  readFile: () => Promise.reject(new Error("no tool of Linear takes a file")),
  ...HANDLER_FACTS,
  fail: (message) => {
    throw new Error(message);
  },
};

const run = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
  const handler = handlers[name];
  if (!handler) throw new Error(name);
  return handler(args as Record<string, never>, tools);
};

it("refuses a color that Linear does not take, with those that it takes, before anything is sent", async () => {
  await expect(async () => run("createLabel", { name: "Bug", color: "reddish" })).rejects.toThrow(
    /#eb5757.*gray, purple/,
  );
});

type Named = { id: string; name: string };

beforeAll(async () => {
  linear = await createEmulator({ service: "linear", port: 4791 });
  token = linear.generatedSecrets[0]?.value ?? "test_token_admin";
});
afterAll(() => linear.close());

describe("Linear", () => {
  it("asks for the states of one team by a filter, page by page", async () => {
    const queries: unknown[] = [];
    const recorder: HandlerTools = {
      ...tools,
      call: ({ body }) => {
        queries.push(body);
        return Promise.resolve({
          status: 200,
          headers: {},
          data: { data: { workflowStates: { nodes: [{ id: "s" }], pageInfo: { endCursor: "c" } } } },
        });
      },
    };
    const answer = await handlers.listStates?.(
      { team_id: "t", after: "b" } as unknown as Record<string, never>,
      recorder,
    );
    expect(answer).toEqual({ workflowStates: [{ id: "s" }], page_info: { endCursor: "c" } });
    expect(queries).toMatchObject([{ variables: { first: 50, after: "b", filter: { team: { id: { eq: "t" } } } } }]);
  });

  it("asks for projects by team, name and kind of status, each with few of its teams", async () => {
    const bodies: { query: string; variables: unknown }[] = [];
    const recorder: HandlerTools = {
      ...tools,
      call: ({ body }) => {
        bodies.push(body as (typeof bodies)[number]);
        return Promise.resolve({ status: 200, headers: {}, data: { data: { projects: { nodes: [] } } } });
      },
    };
    await handlers.listProjects?.({ team_id: "t", name: "door", status_type: "started" } as never, recorder);
    expect(bodies[0]?.variables).toEqual({
      first: 50,
      filter: {
        accessibleTeams: { some: { id: { eq: "t" } } },
        name: { containsIgnoreCase: "door" },
        status: { type: { eq: "started" } },
      },
    });
    expect(bodies[0]?.query).toContain("teams(first: 20)");
  });

  it("gives the workspace beside the user", async () => {
    expect(await run("currentUser")).toMatchObject({ organization: { urlKey: expect.any(String) } });
  });

  it("lists teams and users under their own names", async () => {
    const { teams } = (await run("listTeams")) as { teams: Named[] };
    expect(teams.length).toBeGreaterThan(0);
    expect(await run("listUsers")).toMatchObject({ users: expect.any(Array) });
  });

  it("creates an issue, changes it, comments on it and finds it again", async () => {
    const { teams } = (await run("listTeams")) as { teams: Named[] };
    const { issue } = (await run("createIssue", { title: "Broken door", team_id: teams[0]?.id, priority: 2 })) as {
      issue: Named & { title: string };
    };
    expect(issue.title).toBe("Broken door");
    expect(await run("updateIssue", { issue_id: issue.id, title: "Mended door" })).toMatchObject({
      success: true,
      issue: { title: "Mended door", priority: 2 },
    });
    expect(await run("createComment", { issue_id: issue.id, body: "Done" })).toMatchObject({
      comment: { body: "Done" },
    });
    expect(await run("getIssue", { issue_id: issue.id })).toMatchObject({
      issue: { title: "Mended door", comments: { nodes: [{ body: "Done" }] } },
    });
  });

  it("ends the execution with Linear's own words when GraphQL refuses", async () => {
    await expect(run("runGraphql", { query_or_mutation: "{ nothing }" })).rejects.toThrow(/Linear refused: .*nothing/);
  });
});
