import { expect, it } from "vitest";
import { findOwnTools, ownToolsOf } from "./own-tools";

const tool = (slug: string, name: string, description = "x") => ({ slug, name, description, input_schema: {} });
const ownTools = ownToolsOf(
  { custom_tools: [tool("grep", "Search the notes", "of this request")] },
  {
    custom_tools: [
      tool("grep", "Search the notes", "of the session"),
      { ...tool("get-mail", "Get mail"), extends_toolkit: "gmail" },
    ],
    custom_toolkits: [
      {
        slug: "Dev_Tools",
        name: "Dev",
        description: "For work",
        tools: [tool("grep", "Find in files", "Looks for a word")],
      },
    ],
  },
  null,
  undefined,
);

it("own tools are named as by the official client, those of the request before the session's", () => {
  expect(ownTools.tools.map(({ slug, toolkit, description }) => [slug, toolkit, description])).toEqual([
    ["LOCAL_GREP", "custom", "of this request"],
    ["LOCAL_GMAIL_GET-MAIL", "gmail", "x"],
    ["LOCAL_DEV_TOOLS_GREP", "dev_tools", "Looks for a word"],
  ]);
  expect([...ownTools.toolkits]).toEqual([["dev_tools", { name: "Dev", description: "For work" }]]);
});

it.each([
  ["search my notes", ["LOCAL_GREP"]],
  ["get mail", ["LOCAL_GMAIL_GET-MAIL"]],
  ["find a word in files", ["LOCAL_DEV_TOOLS_GREP"]],
  ["send a letter to Ann", []],
  ["", []],
  ["the of and", []],
])("%j finds %j", (text, slugs) => {
  expect(findOwnTools(ownTools, text).map((match) => match.tool.slug)).toEqual(slugs);
});

it("own tools are found only in the requested toolkits", () => {
  expect(findOwnTools(ownTools, "search my notes", new Set(["gmail"]))).toEqual([]);
  expect(findOwnTools(ownTools, "get mail", new Set(["gmail"]))).toMatchObject([{ isSure: true }]);
});
