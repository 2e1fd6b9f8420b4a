/** Recipes: the accepted content of the files, and the mistakes that stop a build. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { checkRecipe, readRecipes } from "./read-recipes";

const YAML = `- id: answer-mail
  use_case: Answer a message in its conversation
  asked_as: [write back to whoever mailed me]
  steps:
    - prerequisite MAIL_FIND: Find the message with \`query\` and keep its id.
    - required MAIL_REPLY: Answer with \`thread_id\` and \`message.body\`.
  pitfalls:
    - MAIL_REPLY: Sends at once, nothing asks again.
`;

function write(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), "patchbay-recipes-"));
  for (const [slug, text] of Object.entries(files)) {
    mkdirSync(path.join(root, "toolkits", slug), { recursive: true });
    writeFileSync(path.join(root, "toolkits", slug, "recipes.yaml"), text);
  }
  return root;
}

const tool = (slug: string, properties: Record<string, unknown>, deprecated = false) =>
  [slug, { slug, deprecated, inputSchema: { type: "object", properties } } as unknown as CompiledTool] as const;
const tools = new Map([
  tool("MAIL_FIND", { query: { type: "string" } }),
  tool("MAIL_REPLY", {
    thread_id: { type: "string" },
    message: { type: "object", properties: { body: { type: "string" } } },
  }),
  tool("MAIL_OLD", {}, true),
]);
const check = (yaml: string) => () => {
  for (const recipe of readRecipes(write({ mail: yaml }))) checkRecipe(recipe, tools);
};

it("reads a recipe with its steps in order", () => {
  const [recipe] = readRecipes(write({ mail: YAML }));
  expect(recipe).toMatchObject({
    id: "answer-mail",
    steps: [
      { tag: "prerequisite", tool: "MAIL_FIND" },
      { tag: "required", tool: "MAIL_REPLY" },
    ],
    pitfalls: [{ tool: "MAIL_REPLY", text: "Sends at once, nothing asks again." }],
  });
  expect(check(YAML)).not.toThrow();
});

describe("a build stops at", () => {
  it.each([
    ["an unknown tool", YAML.replaceAll("MAIL_FIND", "MAIL_SEEK"), "there is no tool MAIL_SEEK"],
    ["a retired tool", YAML.replace("MAIL_FIND", "MAIL_OLD"), "MAIL_OLD is deprecated"],
    ["an unknown argument", YAML.replace("`query`", "`words`"), 'MAIL_FIND has no argument "words"'],
    ["an unknown inner argument", YAML.replace("message.body", "message.text"), 'no argument "message.text"'],
    ["an argument of another tool", YAML.replace("`thread_id`", "`query`"), 'MAIL_REPLY has no argument "query"'],
    ["a recipe that does nothing", YAML.replace("required", "optional"), "no step is required"],
    ["an unknown tag", YAML.replace("prerequisite", "perhaps"), "recipes.yaml"],
  ])("%s", (_, yaml, message) => {
    expect(check(yaml)).toThrow(message);
  });

  it("an id that two recipes have", () => {
    expect(() => readRecipes(write({ mail: YAML, desk: YAML }))).toThrow("toolkits/desk/recipes.yaml");
  });
});
