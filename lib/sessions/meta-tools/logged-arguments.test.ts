/** What the log keeps of calls of meta tools. */
import { expect, it } from "vitest";
import { loggedArguments } from "./logged-arguments";

it("keeps no arguments of inner calls, also if a model wrote them as text", () => {
  const call = { tool_slug: "DESK_WRITE", arguments: { word: "hidden" }, account: "ca_1" };
  const expected = { tool_slug: "DESK_WRITE", account: "ca_1" };
  const logged = (tools: unknown) => loggedArguments("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, thought: "t" });
  expect(logged([call, JSON.stringify(call)])).toEqual({ tools: [expected, expected], thought: "t" });
  expect(logged(JSON.stringify([call]))).toEqual({ tools: [expected], thought: "t" });
  expect(logged("{ hidden words")).toEqual({ tools: "[text of 14 characters]", thought: "t" });
});

it("keeps the shape of a value in place of a list, so that a wrong call is clear, but no values", () => {
  const logged = (tools: unknown) => loggedArguments("COMPOSIO_MULTI_EXECUTE_TOOL", { tools }).tools;
  expect(logged({ tool_slug: "DESK_WRITE", arguments: { word: "hidden" } })).toEqual({ tool_slug: "DESK_WRITE" });
  expect(logged({ slug: "hidden", args: { word: "hidden" } })).toEqual({ "[fields]": "slug, args" });
  expect([logged(5), logged(null), logged(undefined), logged([["hidden"]])]).toEqual([
    5,
    null,
    undefined,
    ["[list of 1]"],
  ]);
});

it("keeps no values of calls under another name, but keeps the model's words about its work", () => {
  const call = { tool_slug: "DESK_WRITE", arguments: { word: "hidden" } };
  const words = { thought: "t", memory: { desk: ["m"] }, session: { id: "s" }, current_step: "c" };
  expect(
    loggedArguments("COMPOSIO_MULTI_EXECUTE_TOOL", { tool: [call], calls: JSON.stringify([call]), ...call, ...words }),
  ).toEqual({
    tool: [{ tool_slug: "DESK_WRITE" }],
    calls: [{ tool_slug: "DESK_WRITE" }],
    tool_slug: "DESK_WRITE",
    arguments: { "[fields]": "word" },
    ...words,
  });
});

it("keeps the target of a proxied request, without secrets in the address", () => {
  const logged = (endpoint: unknown) =>
    loggedArguments("COMPOSIO_PROXY_EXECUTE", { toolkit_slug: "desk", method: "GET", endpoint, body: "hidden" });
  expect(logged("/tickets?page=2&api_key=hidden")).toEqual({
    toolkit_slug: "desk",
    method: "GET",
    endpoint: "/tickets?page=2&api_key=%5Bredacted%5D",
  });
  for (const start of ["https://", "//", "https:/", "\\\\", ""])
    expect(logged(`${start}ada:hidden@desk.example/x?token=hidden`).endpoint).toBe(
      `${start}desk.example/x?token=%5Bredacted%5D`,
    );
  expect(logged("/users/ada@desk.example").endpoint).toBe("/users/ada@desk.example");
  expect(logged({ a: 1 })).toEqual({ toolkit_slug: "desk", method: "GET" });
});
