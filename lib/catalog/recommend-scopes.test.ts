import { expect, it } from "vitest";
import { findUncovered, recommendScopes, type ScopedTool } from "./recommend-scopes";

const NO_WISHES = { include: [], exclude: [] };
const tool = (slug: string, ...scopes: string[]): ScopedTool => ({ slug, scopes });

const READ = tool("READ", "full", "read", "modify");
const SEND = tool("SEND", "full", "send");
const CHANGE = tool("CHANGE", "full", "modify");
const ERASE = tool("ERASE", "full");
const ALL = [READ, SEND, CHANGE, ERASE, tool("PING", ""), tool("ODD")];

it("takes the narrowest scope of each tool, or as few scopes as possible", () => {
  expect(recommendScopes([READ, SEND], ALL, NO_WISHES)).toEqual({ leastPrivilege: ["send", "read"], fewest: ["full"] });
});

it("asks for nothing more where a scope that another tool needs is enough", () => {
  expect(recommendScopes([READ, ERASE], ALL, NO_WISHES)).toEqual({ leastPrivilege: ["full"], fewest: ["full"] });
  expect(recommendScopes([READ, CHANGE], ALL, NO_WISHES).leastPrivilege).toEqual(["modify"]);
});

it("asks for nothing where any token will do, or where nothing is known", () => {
  expect(recommendScopes([tool("PING", ""), tool("ODD")], ALL, NO_WISHES)).toEqual({ leastPrivilege: [], fewest: [] });
});

it("includes what is wished, and finds a way around what is excluded or not available", () => {
  expect(recommendScopes([SEND], ALL, { include: ["full"], exclude: [] }).leastPrivilege).toEqual(["full"]);
  expect(recommendScopes([READ, SEND], ALL, { include: [], exclude: ["full"] }).fewest).toEqual(["send", "read"]);
  expect(recommendScopes([READ], ALL, { include: [], exclude: [], available: ["modify"] }).leastPrivilege).toEqual([
    "modify",
  ]);
});

it("names the tools that no allowed scope serves", () => {
  expect(findUncovered(ALL, { include: [], exclude: ["full"] })).toEqual([ERASE]);
  expect(findUncovered(ALL, { include: [], exclude: [], available: ["read"] })).toEqual([SEND, CHANGE, ERASE]);
});

it("takes all scopes of an alternative together", () => {
  const move = tool("MOVE", "read write", "admin");
  const all = [move, tool("A", "admin"), tool("B", "admin"), tool("C", "admin")];
  expect(recommendScopes([move], all, NO_WISHES)).toEqual({ leastPrivilege: ["read", "write"], fewest: ["admin"] });
});

it("ends for twenty thousand tools that share no scope", () => {
  const tools = Array.from({ length: 20_000 }, (_, index) => tool(`T_${index}`, `a${index}`, `b${index}`));
  expect(recommendScopes(tools, tools, NO_WISHES).fewest).toHaveLength(20_000);
});
