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
])("400: %s would restrict nothing where it stands", (path, suggestion) => {
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
  "400: %s restricts by its name",
  (path) => {
    expect(() => unusedSettings(toEntries(path))).toThrow(expect.objectContaining({ status: 400 }));
    expect(unusedSettings(toEntries(path, null))).toEqual([path]);
  },
);

it.each(["denylist", "tool_whitelist", "confirm_calls", "bannedTools", "guard"])("400: %s restricts, too", (path) => {
  expect(() => unusedSettings(toEntries(path))).toThrow(expect.objectContaining({ status: 400 }));
});

it("400: settings that are wrapped in an unknown member restrict nothing", () => {
  for (const value of [{ toolkits: { disable: ["gmail"] } }, { a: [{ b: { deny: ["x"] } }] }]) {
    expect(() => unusedSettings(toEntries("config", value))).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          errors: expect.arrayContaining([expect.stringMatching(/^config\.(toolkits|a\.0\.b\.deny): /)]) as unknown,
        }),
      }),
    );
    for (const own of ["metadata", "experimental.custom_tools.0.parameters"])
      expect(unusedSettings(toEntries(own, value))).toEqual([own]);
  }
  expect(unusedSettings(toEntries("client", { name: "x", versions: [1], deny: null }))).toEqual(["client"]);
});

it.each(["nonsense", "sdk_version", "preloads", "metadata", "experimental.theme", "user_ids"])(
  "%s is accepted and named",
  (path) => {
    expect(unusedSettings(toEntries(path))).toEqual([path]);
  },
);

it("names what is known and does nothing here", () => {
  const settings = {
    instant: { toolkits: {} },
    premium_usage: {},
    experimental: { submit_feedback: { enable: true } },
  };
  expect(unusedSettings([], settings)).toEqual(["instant", "premium_usage", "experimental.submit_feedback"]);
  const off = { instant: false, premium_usage: null, experimental: { submit_feedback: { enable: false } } };
  expect(unusedSettings([], off)).toEqual([]);
});

it("tells twenty of many, in one sentence", () => {
  expect(unusedWarning([])).toBeNull();
  const many = unusedWarning(Array.from({ length: 30 }, (_, at) => `x${at}`));
  expect(many).toMatch(/: x0, x1, .*x19 and 10 more\.$/);
});
