/** A tool that a project has changed, in every door: the API, the official SDK, sessions, MCP and searches. */
import { describe, expect, it } from "vitest";
import { MOST_OVERRIDES } from "@/lib/catalog/overrides/contract";
import { requireTool } from "@/lib/catalog/read/find-tool";
import {
  ask,
  change,
  CHANGE,
  execute,
  hide,
  listTools,
  OVERRIDE,
  project,
  PROPERTIES,
  provider,
  requestsSeen,
  sdkOf,
  slugsOf,
  stranger,
  type ToolItem,
} from "../clients/changed-tool";
import { connectMcp } from "../clients/mcp-client";
import { queryRows } from "../setup/query-rows";

describe("a changed tool", () => {
  it("has the project's words and arguments in lists, alone, in searches and in the SDK, and for nobody else", async () => {
    await listTools("toolkit_slug=loopback");
    await change();
    const expected = {
      slug: "LOOPBACK_CREATE_ISSUE",
      name: "File a ticket",
      description: "Files a ticket for the team.",
      input_parameters: { properties: PROPERTIES, required: ["title"] },
    };
    const find = (tools: ToolItem[]) => tools.find(({ slug }) => slug === expected.slug);
    expect(find(await listTools("toolkit_slug=loopback"))).toMatchObject(expected);
    expect(find(await listTools("search=create issue"))).toMatchObject(expected);
    expect(find(await listTools("tool_slugs=LOOPBACK_POST_ISSUE"))).toMatchObject(expected);
    const { body } = await ask("GET", "/tools/LOOPBACK_POST_ISSUE");
    expect(body).toMatchObject(expected);
    expect((body as ToolItem).input_parameters.properties).toEqual(PROPERTIES);
    const [tool] = (await sdkOf(project).tools.get("ada", { tools: ["LOOPBACK_CREATE_ISSUE"] })) as never as {
      function: { description: string; parameters: { properties: object } };
    }[];
    expect(tool?.function.description).toBe("Files a ticket for the team.");
    expect(Object.keys(tool?.function.parameters.properties ?? {})).toEqual(Object.keys(PROPERTIES));
    expect(find(await listTools("toolkit_slug=loopback", stranger))).toMatchObject({
      name: "LOOPBACK_CREATE_ISSUE",
      input_parameters: { required: ["owner", "title"] },
    });
    await execute({ owner: "theirs", title: "x" }, "LOOPBACK_CREATE_ISSUE", stranger);
    expect(requestsSeen()).toEqual([["/repos/theirs/issues", { title: "x" }]]);
  });

  it("is called with the fixed arguments, and with defaults for what is left out", async () => {
    await change();
    expect((await execute({ title: "A", labels: ["bug"] })).body).toMatchObject({ successful: true });
    await execute({ title: "B", owner: "acme", count: 1, state: "open" }, "LOOPBACK_POST_ISSUE");
    await sdkOf(project).tools.execute("LOOPBACK_CREATE_ISSUE", {
      userId: "ada",
      arguments: { title: "C" },
      dangerouslySkipVersionCheck: true,
    });
    expect(requestsSeen()).toEqual([
      ["/repos/acme/issues", { title: "A", labels: ["bug"], count: 7 }],
      ["/repos/acme/issues", { title: "B", count: 1, state: "open" }],
      ["/repos/acme/issues", { title: "C", count: 7 }],
    ]);
  });

  it("422: another value of a fixed argument under any name, and a value that is no longer allowed", async () => {
    await change();
    for (const [args, errors] of [
      [{ title: "x", owner: "evil" }, /^owner: is fixed by this project/],
      [{ title: "x", organization: "evil" }, /^owner: is fixed by this project/],
      [{ title: "x", state: "draft" }, /^state: /],
      [{ title: "x", labels: ["urgent"] }, /^labels/],
    ] as const) {
      const { status, body } = await execute(args);
      expect([status, body.error?.errors?.[0]], JSON.stringify(args)).toEqual([422, expect.stringMatching(errors)]);
      expect(JSON.stringify(body)).not.toContain("acme");
    }
    expect(provider.seen).toEqual([]);
  });

  it("is the same in a session, in a call of many, and at an MCP server", async () => {
    await change();
    const session = await sdkOf(project).create("ada", { toolkits: ["loopback"] });
    const search = await session.execute("COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "create an issue" }] });
    expect(JSON.stringify(search)).toContain("Files a ticket for the team.");
    const many = await session.execute("COMPOSIO_MULTI_EXECUTE_TOOL", {
      tools: [
        { tool_slug: "LOOPBACK_CREATE_ISSUE", arguments: { title: "many" } },
        { tool_slug: "LOOPBACK_CREATE_ISSUE", arguments: { title: "no", owner: "evil" } },
      ],
      sync_response_to_workbench: false,
    });
    expect(JSON.stringify(many)).toContain("owner: is fixed by this project");
    const { body } = await ask("POST", "/mcp/servers/custom", { name: "Loop", toolkits: ["loopback"] });
    const client = await connectMcp(`${body.id as string}?user_id=ada`, { "x-api-key": project.key });
    const mcpTool = (await client.listTools()).tools.find(({ name }) => name === "LOOPBACK_CREATE_ISSUE");
    expect(mcpTool).toMatchObject({ title: "File a ticket", inputSchema: { properties: PROPERTIES } });
    await client.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "mcp" } });
    await change({ name: "Another name" });
    expect((await client.listTools()).tools.map(({ title }) => title)).toContain("Another name");
    expect(requestsSeen()).toEqual([
      ["/repos/acme/issues", { title: "many", count: 7 }],
      ["/repos/acme/issues", { title: "mcp", count: 7 }],
    ]);
  });

  it("is seen by the next request, also after it was given back", async () => {
    for (const name of ["One", "Two", "Three"]) {
      await change({ name });
      expect((await requireTool(project.projectId, "LOOPBACK_CREATE_ISSUE")).name).toBe(name);
    }
    expect((await ask("DELETE", OVERRIDE)).body).toEqual({ deleted: true });
    const tool = await requireTool(project.projectId, "LOOPBACK_CREATE_ISSUE");
    // The object that all projects share: a project without changes pays one look into a map.
    expect(tool).toBe(await requireTool(stranger.projectId, "LOOPBACK_CREATE_ISSUE"));
    expect((await ask("DELETE", OVERRIDE)).status).toBe(404);
  });
});

describe("a hidden tool", () => {
  it("is in no list and in no search, and is refused by its name (404)", async () => {
    await listTools("search=create issue");
    await hide();
    for (const query of ["toolkit_slug=loopback", "search=create issue", "tool_slugs=LOOPBACK_CREATE_ISSUE", ""])
      expect(slugsOf(await listTools(query)), query).not.toContain("LOOPBACK_CREATE_ISSUE");
    expect(slugsOf(await listTools("toolkit_slug=loopback", stranger))).toContain("LOOPBACK_CREATE_ISSUE");
    const slugs = await ask("GET", "/tools/enum");
    expect(JSON.stringify(slugs.body)).not.toContain("LOOPBACK_CREATE_ISSUE");
    for (const slug of ["LOOPBACK_CREATE_ISSUE", "LOOPBACK_POST_ISSUE"]) {
      const { status, body } = await execute({ owner: "o", title: "t" }, slug);
      expect([status, body.error?.message]).toEqual([
        404,
        "This project does not offer the tool LOOPBACK_CREATE_ISSUE.",
      ]);
    }
    expect((await ask("GET", "/tools/LOOPBACK_CREATE_ISSUE")).status).toBe(404);
    expect(provider.seen).toEqual([]);
  });

  it("is not in sessions and at MCP servers", async () => {
    await hide();
    const session = await sdkOf(project).create("ada", { toolkits: ["loopback"], sessionPreset: "direct_tools" });
    const names = ((await session.tools()) as { function: { name: string } }[]).map((tool) => tool.function.name);
    expect(names).toEqual(["LOOPBACK_CANCEL_PARCEL"]);
    const agent = await sdkOf(project).create("ada", { toolkits: ["loopback"] });
    const many = await agent.execute("COMPOSIO_MULTI_EXECUTE_TOOL", {
      tools: [{ tool_slug: "LOOPBACK_CREATE_ISSUE", arguments: { title: "x", owner: "o" } }],
      sync_response_to_workbench: false,
    });
    expect(JSON.stringify(many)).toContain("does not offer");
    const { body } = await ask("POST", "/mcp/servers/custom", { name: "Loop", toolkits: ["loopback"] });
    const client = await connectMcp(`${body.id as string}?user_id=ada`, { "x-api-key": project.key });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["LOOPBACK_CANCEL_PARCEL"]);
    await expect(client.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: {} })).rejects.toThrow(/Unknown tool/);
    expect(provider.seen).toEqual([]);
  });
});

describe("the operations", () => {
  it("show the tool beside the project's form of it, list the changes, and record who changed what", async () => {
    await change();
    const { body } = await ask("GET", OVERRIDE);
    expect(body).toMatchObject({
      tool_slug: "LOOPBACK_CREATE_ISSUE",
      override: { name: "File a ticket", hidden: false, arguments: CHANGE.arguments },
      original: { name: "LOOPBACK_CREATE_ISSUE", input_parameters: { required: ["owner", "title"] } },
      offered: { name: "File a ticket", input_parameters: { required: ["title"] } },
      problems: [],
    });
    const changes = ["name", "description", "fixed", "default", "values"];
    expect((await ask("GET", "/internal/patchbay/tool_overrides")).body).toMatchObject({
      items: [{ tool_slug: "LOOPBACK_CREATE_ISSUE", toolkit_slug: "loopback", name: "File a ticket", changes }],
    });
    expect((await ask("GET", "/internal/patchbay/tool_overrides", undefined, stranger)).body).toEqual({ items: [] });
    expect((await ask("DELETE", OVERRIDE, undefined, stranger)).status).toBe(404);
    await ask("DELETE", OVERRIDE);
    const events = await queryRows<{ action: string }>(
      "test.audit",
      "SELECT action FROM audit_event WHERE project_id = $1 AND action LIKE 'tool_override%' ORDER BY id",
      [project.projectId],
    );
    expect(events.map(({ action }) => action)).toEqual(["tool_override.update", "tool_override.delete"]);
  });

  it("400 with every problem and its place", async () => {
    for (const [body, error] of [
      [{}, /Change the name/],
      [{ arguments: { onwer: { fixed: "x" } } }, /arguments\.onwer: .*Did you mean owner\?/],
      [{ arguments: { owner: { fixed: 5 } } }, /arguments\.owner\.fixed: must be string/],
      [{ arguments: { owner: { fixed: "a", enum: ["a"] } } }, /a fixed argument has neither/],
      [{ arguments: { owner: {} } }, /set one of fixed, default and enum/],
      [{ arguments: { state: { enum: ["gone"] } } }, /arguments\.state\.enum\.0: "gone" must be equal/],
      [{ arguments: { state: { enum: ["open"], default: "closed" } } }, /arguments\.state\.default/],
      [{ arguments: { labels: { enum: ["bug"], default: ["idea"] } } }, /arguments\.labels\.default/],
      [{ arguments: { constructor: { fixed: 1 } } }, /arguments\.constructor: .*no such argument/],
      [{ arguments: { title: { default: "x".repeat(20_001) } } }, /at most 20,000 characters/],
      [{ name: "x".repeat(201) }, /name/],
    ] as [object, RegExp][]) {
      const answer = await ask("PUT", OVERRIDE, body);
      expect([answer.status, answer.body.error?.message], JSON.stringify(body).slice(0, 99)).toEqual([
        400,
        expect.stringMatching(error),
      ]);
    }
    const meta = await ask("PUT", "/internal/patchbay/tools/COMPOSIO_SEARCH_TOOLS/override", { hidden: true });
    expect(meta).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/this server itself/) as string } },
    });
  });

  it("change at most as many tools as are read together, also at once", async () => {
    await queryRows(
      "test.fill-overrides",
      `INSERT INTO tool_override (project_id, tool_slug, hidden, updated_at)
       SELECT $1, 'GONE_' || n, true, now() FROM generate_series(1, ${MOST_OVERRIDES - 1}) n RETURNING tool_slug`,
      [project.projectId],
    );
    const answers = await Promise.all([
      ask("PUT", OVERRIDE, { hidden: true }),
      ask("PUT", "/internal/patchbay/tools/LOOPBACK_CANCEL_PARCEL/override", { hidden: true }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await ask("DELETE", "/internal/patchbay/tools/GONE_1/override")).status).toBe(200);
  });
});
