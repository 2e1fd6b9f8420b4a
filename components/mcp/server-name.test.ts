/** The suggested name of a server is an allowed name. */
import { expect, it } from "vitest";
import { mcpApi } from "@/lib/mcp/contract";
import { nameProblem, toServerName } from "./server-name";

it.each([
  [["github"], "github tools"],
  [["google_drive", "x"], "google drive x tools"],
  [["a-toolkit-with-a-name", "and-another-one"], "a toolkit with a name and anot"],
])("%j: %s", (toolkits, name) => {
  expect(toServerName(toolkits)).toBe(name);
  expect(mcpApi.createCustomMcpServer.body.shape.name.safeParse(name).success).toBe(true);
});

it.each(["github tools", "abc", "", "a name with an _", "x".repeat(30), "x".repeat(31), "  ab  "])(
  "judges %j as the server does",
  (name) => {
    const isAccepted = mcpApi.createCustomMcpServer.body.shape.name.safeParse(name).success;
    expect(nameProblem(name) === undefined).toBe(isAccepted);
  },
);
