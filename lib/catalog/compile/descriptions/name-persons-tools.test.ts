import { expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { ToolkitAuthScheme } from "../../toolkit-auth-scheme";
import { namePersonsTools } from "./name-persons-tools";

const scheme = (more: object) =>
  ToolkitAuthScheme.parse({
    mode: "OAUTH2",
    name: "x",
    fields: {},
    availableScopes: ["chat"],
    availableUserScopes: ["chat", "admin"],
    oauth: { provider: "p", authorizationUrl: "https://p.dev/a", tokenUrl: "https://p.dev/t", ...more },
  });
const tool = (description: string, scopes: string[]) => ({ description, scopes }) as unknown as CompiledTool;

it("says of tools whose scopes only persons grant that a bot is refused, once", () => {
  const tools = () => [tool("Post.", ["chat"]), tool("Ban.", ["admin"]), tool("Ask. Needs a user token.", ["admin"])];
  const separate = tools();
  namePersonsTools(separate, [scheme({ userScopeParam: "user_scope" })]);
  expect(separate.map(({ description }) => description)).toEqual([
    "Post.",
    "Ban. Needs a user token; a bot's is refused.",
    "Ask. Needs a user token.",
  ]);
  const together = tools();
  namePersonsTools(together, [scheme({})]);
  expect(together).toEqual(tools());
});
