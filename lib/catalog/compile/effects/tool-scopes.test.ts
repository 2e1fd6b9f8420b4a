import { expect, it } from "vitest";
import { ToolkitAuthScheme } from "../../toolkit-auth-scheme";
import type { CompiledTool } from "../../compiled-toolkit";
import { giveScopes, offerScopes, ToolScopes } from "./tool-scopes";

const tool = (slug: string, operation: string, scopes: string[] = []) => {
  const [method, path] = operation.split(" ");
  return { slug, scopes, run: path ? { request: { method, path } } : { handler: slug } } as unknown as CompiledTool;
};
const scopesOf = (file: object, ...tools: CompiledTool[]): string[][] => {
  giveScopes(tools, ToolScopes.parse(file));
  return tools.map(({ scopes }) => scopes);
};

it("replaces old names of scopes, each once, and leaves out what is none", () => {
  const names = { "chat:write:bot": "chat:write", "chat:write:user": "chat:write", none: null };
  expect(
    scopesOf({ names }, tool("A", "POST /a", ["chat:write:user", "chat:write:bot"]), tool("B", "GET /b", ["none"])),
  ).toEqual([["chat:write"], []]);
});

it("gives tools that name no scopes those of the first rule, by operation or by slug", () => {
  const tools = {
    "^DELETE /(\\w+)s": ["$1.all"],
    "^GET |^READ_": ["read", "write"],
    ".": ["write"],
  };
  expect(
    scopesOf(
      { tools },
      tool("A", "DELETE /files/{id}"),
      tool("B", "GET /files"),
      tool("READ_ALL", ""),
      tool("C", "POST /files"),
      tool("D", "POST /files", ["own"]),
    ),
  ).toEqual([["file.all"], ["read", "write"], ["read", "write"], ["write"], ["own"]]);
});

it("takes the scopes of a list together, or each alone, as the toolkit's file says", () => {
  const described = () => tool("A", "GET /a", ["like.write tweet.read", "other"]);
  expect(scopesOf({}, described())).toEqual([["like.write", "tweet.read", "other"]]);
  expect(scopesOf({ together: true, names: { other: null } }, described())).toEqual([["like.write tweet.read"]]);
});

it("lets rules win over the description, and say that any token will do", () => {
  const file = { instead: true, tools: { "^GET /free$": [], "^GET /(\\w+)$": ["$1:read all:$1", "admin"] } };
  expect(
    scopesOf(file, tool("A", "GET /free", ["old"]), tool("B", "GET /b", ["old"]), tool("C", "PUT /c", ["c"])),
  ).toEqual([[""], ["b:read all:b", "admin"], ["c"]]);
});

it("lets some rules alone win over the description", () => {
  const file = { instead: { "^PUT /b$": ["write"] }, tools: { "/": ["any"] } };
  expect(scopesOf(file, tool("A", "GET /a", ["old"]), tool("B", "PUT /b", ["old"]), tool("C", "GET /c", []))).toEqual([
    ["old"],
    ["write"],
    ["any"],
  ]);
});

it("offers what tools need, to the user where the provider asks app and user separately", () => {
  const scheme = (more: object) =>
    ToolkitAuthScheme.parse({
      mode: "OAUTH2",
      name: "x",
      fields: {},
      availableScopes: ["a"],
      availableUserScopes: ["u"],
      oauth: { provider: "p", authorizationUrl: "https://p.dev/a", tokenUrl: "https://p.dev/t", ...more },
    });
  const tools = [tool("A", "GET /a", ["a", "b"]), tool("B", "GET /b", ["b", "u"])];
  expect(offerScopes(scheme({}), tools)).toMatchObject({ availableScopes: ["a", "b"], availableUserScopes: ["u"] });
  expect(offerScopes(scheme({ userScopeParam: "user_scope" }), tools)).toMatchObject({
    availableScopes: ["a"],
    availableUserScopes: ["u", "b"],
  });
});
