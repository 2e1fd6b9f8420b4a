import { expect, it } from "vitest";
import { unusedSettings, unusedWarning } from "./unused-settings";

const toEntries = (path: string, value: unknown = true) => [{ path, value }];

it.each([
  ["toolkit", "toolkits"],
  ["requireApproval", "require_approval"],
  ["conected_accounts", "connected_accounts"],
  ["permissions", "experimental.permissions"],
  ["experimental.tools", "tools"],
  ["experimental.hook", "hooks"],
])("returns 400 for %s, which would restrict nothing in its place", (path, suggestion) => {
  expect(() => unusedSettings(toEntries(path))).toThrow(
    expect.objectContaining({
      status: 400,
      details: expect.objectContaining({
        errors: expect.arrayContaining([
          expect.stringMatching(`^${path}: .*Did you mean ${suggestion}\\?$`),
        ]) as unknown,
      }),
    }),
  );
});

it.each(["blockedTools", "deny", "experimental.read_only", "max_calls", "spending_limit", "custom.rules"])(
  "returns 400 for %s, whose name restricts",
  (path) => {
    expect(() => unusedSettings(toEntries(path))).toThrow(expect.objectContaining({ status: 400 }));
    expect(unusedSettings(toEntries(path, null))).toEqual([path]);
  },
);

it.each(["denylist", "tool_whitelist", "confirm_calls", "bannedTools", "guard"])("%s returns 400 too", (path) => {
  expect(() => unusedSettings(toEntries(path))).toThrow(expect.objectContaining({ status: 400 }));
});

it("returns 400 for settings in an unknown member, which would restrict nothing", () => {
  for (const value of [{ toolkits: { disable: ["gmail"] } }, { a: [{ b: { deny: ["x"] } }] }]) {
    expect(() => unusedSettings(toEntries("config", value))).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          errors: expect.arrayContaining([expect.stringMatching(/^config\.(toolkits|a\.0\.b\.deny): /)]) as unknown,
        }),
      }),
    );
    for (const wrapperPath of ["metadata", "experimental.custom_tools.0.parameters"])
      expect(unusedSettings(toEntries(wrapperPath, value))).toEqual([wrapperPath]);
  }
  expect(unusedSettings(toEntries("client", { name: "x", versions: [1], deny: null }))).toEqual(["client"]);
});

it.each(["nonsense", "sdk_version", "preloads", "metadata", "experimental.theme", "user_ids"])(
  "%s is accepted and reported",
  (path) => {
    expect(unusedSettings(toEntries(path))).toEqual([path]);
  },
);

it("reports known settings that do nothing here", () => {
  expect(unusedSettings([], { instant: { toolkits: {} }, premium_usage: {} })).toEqual(["instant", "premium_usage"]);
  expect(unusedSettings([], { instant: false, premium_usage: null })).toEqual([]);
});

it("names twenty of many settings, in one sentence", () => {
  expect(unusedWarning([])).toBeNull();
  const many = unusedWarning(Array.from({ length: 30 }, (_, index) => `x${index}`));
  expect(many).toMatch(/: x0, x1, .*x19 and 10 more\.$/);
});
