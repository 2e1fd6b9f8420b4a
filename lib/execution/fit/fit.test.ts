/** Calls of existing programs: in which forms they are read, and what is said of each. */
import { describe, expect, it } from "vitest";
import { judgeCalls, type FoundTool } from "./judge-calls";
import { readCalls } from "./read-calls";

const call = { tool: "APP_SEND", arguments: { to: "a" } };
const text = (value: unknown) => JSON.stringify(value);

describe("reading calls", () => {
  it.each([
    ["a call", { tool_slug: "APP_SEND", arguments: { to: "a" } }],
    ["a list of calls under other names", [{ slug: "APP_SEND", args: { to: "a" } }]],
    ["a call by an SDK", { toolSlug: "APP_SEND", body: 1, input: { to: "a" } }],
    [
      "a tool call of OpenAI",
      {
        choices: [
          { message: { tool_calls: [{ type: "function", function: { name: "APP_SEND", arguments: '{"to":"a"}' } }] } },
        ],
      },
    ],
    [
      "a function call of the Responses API",
      { output: [{ type: "function_call", name: "APP_SEND", arguments: '{"to":"a"}' }] },
    ],
    [
      "a use of a tool of Anthropic",
      {
        content: [
          { type: "text", text: "x" },
          { type: "tool_use", id: "1", name: "APP_SEND", input: { to: "a" } },
        ],
      },
    ],
    ["a message of MCP", { method: "tools/call", params: { name: "APP_SEND", arguments: { to: "a" } } }],
    ["a name with its server", { type: "tool_use", name: "mcp__my-server__APP_SEND", input: { to: "a" } }],
    [
      "a row of the logs",
      { id: "log_1", metadata: { tool_slug: "APP_SEND" }, data: { request: { arguments: { to: "a" } }, response: {} } },
    ],
  ])("recognizes %s", (_, value) => {
    expect(readCalls(text(value), 5)).toEqual([call]);
  });

  it("returns one value for each line, and calls within a call of several", () => {
    expect(readCalls(`${text(call)}\n\n${text(call)}\n`, 5)).toEqual([call, call]);
    const several = {
      tool: "COMPOSIO_MULTI_EXECUTE_TOOL",
      arguments: { tools: [{ tool_slug: "APP_SEND", arguments: { to: "a" } }] },
    };
    expect(readCalls(text(several), 5)).toEqual([several, call]);
  });

  it("accepts one value over several lines, and a tool without arguments", () => {
    expect(readCalls(JSON.stringify([call], null, 2), 5)).toEqual([call]);
    expect(readCalls('[{"tool": "APP_LIST"}]', 5)).toEqual([{ tool: "APP_LIST", arguments: {} }]);
  });

  it("keeps a call with unreadable arguments, with the reason", () => {
    const calls = readCalls(
      text([
        { tool: "A_B", arguments: "{oops" },
        { tool: "A_B", arguments: [1] },
      ]),
      5,
    );
    expect(calls.map(({ problem }) => problem)).toEqual([
      "the arguments are a text that is not JSON",
      "the arguments are no object",
    ]);
  });

  it.each([
    ["", "It is empty"],
    ["{", "is not JSON"],
    [`${text(call)}\n{`, "Line 2 is not JSON"],
    ['{"a": 1}', "no call of a tool"],
    [text([call, call, call, call, call, call]), "more than 5 calls"],
    ["[".repeat(200), "nests deeper"],
  ])("returns 422 for %j", (input, problem) => {
    expect(() => readCalls(input, 5)).toThrow(problem);
  });
});

const tool = {
  slug: "APP_SEND",
  inputSchema: {
    type: "object",
    properties: { recipient: { type: "string" }, count: { type: "integer" } },
    required: ["recipient"],
  },
  run: {
    request: {
      method: "POST" as const,
      baseUrl: "https://a",
      path: "/",
      parameters: [],
      aliases: { to: "recipient", pretty: null },
    },
  },
};
const find = (slug: string): FoundTool =>
  slug === "APP_FIND"
    ? { tool: { ...tool, slug, tags: ["readOnlyHint"] } }
    : slug === "APP_SEND" || slug === "APP_SEND_OLD"
      ? { tool }
      : { problem: `There is no tool ${slug}.` };
const judgeCall = async (slug: string, args: Record<string, unknown>) => {
  const { calls } = await judgeCalls([{ tool: slug, arguments: args }], find);
  return calls[0];
};

describe("judging calls", () => {
  const base = { call: 1, tool: "APP_SEND", moved: [], warnings: [], errors: [] };
  const moved = [{ from: "to", to: "recipient" }];

  it("reports what fits, what is translated, and what is left out", async () => {
    expect(await judgeCall("APP_SEND", { recipient: "a", count: "2" })).toEqual({ ...base, outcome: "fits" });
    expect(await judgeCall("app_send", { to: "a" })).toEqual({ ...base, outcome: "translated", moved });
    expect(await judgeCall("APP_SEND_OLD", { recipient: "a" })).toMatchObject({
      outcome: "translated",
      moved: [{ from: "APP_SEND_OLD", to: "APP_SEND" }],
    });
    expect(await judgeCall("APP_SEND", { to: "a", color: 1 })).toMatchObject({
      outcome: "fails",
      errors: [expect.stringContaining("color: is not an argument of APP_SEND")],
    });
    expect(await judgeCall("APP_FIND", { to: "a", color: 1 })).toMatchObject({
      outcome: "ignored",
      moved,
      warnings: [expect.stringContaining("color: is not an argument of APP_FIND")],
    });
  });

  it("reports why a call would fail, with the fix", async () => {
    expect(await judgeCall("APP_SEND", { recipent: "a" })).toMatchObject({
      outcome: "fails",
      errors: [expect.stringContaining("Did you mean recipient"), expect.stringContaining("recipient: is required")],
    });
    expect(await judgeCall("APP_SENT", {})).toEqual({
      ...base,
      tool: "APP_SENT",
      outcome: "fails",
      errors: ["There is no tool APP_SENT."],
    });
  });

  it("reports the first problems of a call and the number of others, and yields between calls", async () => {
    const strange = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${"q".repeat(20)}${index}`, 1]));
    expect((await judgeCall("APP_SEND", strange))?.errors).toHaveLength(6);
    expect((await judgeCall("APP_SEND", strange))?.errors[5]).toBe("And 15 more.");
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    await judgeCalls(Array<typeof call>(5_000).fill({ ...call, arguments: strange as never }), find);
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
  });

  it("counts a program's own functions separately, and the outcomes of all", async () => {
    const calls = [call, { tool: "get_weather", arguments: {} }, { ...call, problem: "the arguments are no object" }];
    const { summary, calls: rows } = await judgeCalls(calls, find);
    expect(summary).toEqual({ fits: 0, translated: 1, ignored: 0, fails: 1, not_a_tool: 1 });
    expect(rows.map(({ outcome }) => outcome)).toEqual(["translated", "not_a_tool", "fails"]);
  });
});
