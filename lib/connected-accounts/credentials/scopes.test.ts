import { describe, expect, it } from "vitest";
import { scopesForTools } from "./scopes";

describe("the scopes that chosen tools need", () => {
  it.each([
    [
      "one of each tool's alternatives, the usual one first",
      [["write", "read"], ["read"]],
      ["read", "write"],
      ["read"],
    ],
    ["none twice, and none that another tool brings", [["a", "b"], ["b"], ["b", "c"]], ["c"], ["b"]],
    [
      "besides those for the person and for a token that lasts",
      [["files.read"]],
      ["offline_access", "openid", "files.write"],
      ["offline_access", "openid", "files.read"],
    ],
    [
      "besides all usual ones if a tool names none",
      [["mail.send"], []],
      ["read", "write"],
      ["read", "write", "mail.send"],
    ],
    ["left to the scheme when no tool names any", [[], []], ["read"], undefined],
    ["left to the scheme without a known tool", [], ["read"], undefined],
  ])("are %s", (_, tools, usual, expected) => {
    expect(scopesForTools(tools, usual)).toEqual(expected);
  });
});
