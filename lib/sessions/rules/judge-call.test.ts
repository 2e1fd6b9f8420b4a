/** A call that needs an approval does not run without it; a session's rules override its project's rules. */
import { describe, expect, it } from "vitest";
import { NO_POLICY } from "./read-policy";
import type { Policy, ToolRule } from "./policy";
import { NEW_SESSION, withSettings, type Settings } from "../settings/settings";
import { judgeByProject, judgeCall, proxiedRefusalOf, type Judgment } from "./judge-call";

const SEND = {
  slug: "GMAIL_SEND",
  aliases: ["GMAIL_POST_SEND"],
  toolkitSlug: "gmail",
  tags: ["openWorldHint"],
  onlyUser: null,
};
const session = (settings: Settings) => ({ config: withSettings(NEW_SESSION, settings) });
const judge = (settings: Settings, policy: Policy = NO_POLICY): Judgment => judgeCall(session(settings), SEND, policy);
const permissions = (value: object): Settings => ({ experimental: { permissions: value as never } });
const project = (usual: Policy["default"], rules: Record<string, ToolRule> = {}): Policy => ({
  ...NO_POLICY,
  default: usual,
  rules: new Map(
    Object.entries(rules).map(([subject, rule]) => [subject, { rule, toolkitSlug: "gmail", approvers: null }]),
  ),
});

it("runs a call if nobody asks for an approval", () => {
  expect(judge({})).toEqual({ kind: "runs", plain: true });
  for (const settings of [
    permissions({ default: "allow_all" }),
    permissions({ default: "ask_every_call", overrides: { GMAIL_SEND: "always_allow" } }),
    { require_approval: { toolkits: ["slack"], tool_tags: { slack: ["openWorldHint" as const] } } },
  ])
    expect(judge(settings)).toEqual({ kind: "runs", plain: false });
  expect(proxiedRefusalOf(session({}), "gmail", NO_POLICY)).toBeNull();
});

const ASK_CASES: [string, Settings, boolean][] = [
  ["a toolkit", { require_approval: { toolkits: ["gmail"] } }, false],
  ["a tool", { require_approval: { tools: { gmail: ["GMAIL_SEND"] } } }, false],
  ["a hint", { require_approval: { tags: ["openWorldHint"] } }, false],
  ["a hint of one toolkit", { tools: { gmail: { tags: { require_approval: ["openWorldHint"] } } } }, false],
  ["a toolkit, beside what is enabled", { toolkits: { enable: ["gmail"], require_approval: ["gmail"] } }, false],
  ["every call", permissions({ default: "ask_every_call" }), false],
  ["each session", permissions({ default: "ask_once_per_session" }), true],
  ["one tool", permissions({ default: "allow_all", overrides: { GMAIL_SEND: "ask_always" } }), false],
  ["one toolkit", permissions({ default: "allow_all", overrides: { gmail: "ask_once" } }), true],
];
it.each(ASK_CASES)("asks for %s, and sends no proxied request", (_, settings, once) => {
  expect(judge(settings)).toMatchObject({ kind: "asks", once, rule: expect.stringMatching(/approval|permissions/) });
  expect(proxiedRefusalOf(session(settings), "gmail", NO_POLICY)).not.toBeNull();
});

it("applies a rule for the former name of a tool", () => {
  const former = (rule: string) => permissions({ default: "allow_all", overrides: { GMAIL_POST_SEND: rule } });
  expect(judge(former("always_deny")).kind).toBe("denied");
  expect(judge(former("ask_always")).kind).toBe("asks");
  expect(judge({ require_approval: { tools: { gmail: ["GMAIL_POST_SEND"] } } }).kind).toBe("asks");
  expect(judge({}, project("allow_all", { GMAIL_POST_SEND: "always_deny" })).kind).toBe("denied");
  // A rule for the current name is newer.
  expect(judge({}, project("allow_all", { GMAIL_POST_SEND: "always_deny", GMAIL_SEND: "ask_once" })).kind).toBe("asks");
});

it("denies tools that are always denied, and tools outside of the session's rules", () => {
  expect(judge(permissions({ default: "allow_all", overrides: { GMAIL_SEND: "always_deny" } })).kind).toBe("denied");
  expect(judge({ toolkits: ["slack"], require_approval: { toolkits: ["gmail"] } })).toMatchObject({
    kind: "denied",
    rule: "toolkits.enable does not hold gmail",
  });
});

it("applies a required approval over an allowing override, but not over a denying one", () => {
  const required = { require_approval: { toolkits: ["gmail"] } };
  const withOverride = (rule: string) => permissions({ default: "allow_all", overrides: { GMAIL_SEND: rule } });
  expect(judge({ ...withOverride("always_allow"), ...required }).kind).toBe("asks");
  expect(judge({ ...withOverride("always_deny"), ...required }).kind).toBe("denied");
});

describe("the project's policy", () => {
  it("applies if the session has no rule for the tool: tool, then toolkit, both before any default", () => {
    expect(judge({}, project("ask_every_call")).kind).toBe("asks");
    expect(judge({}, project("ask_once_per_session"))).toMatchObject({ once: true });
    expect(judge({}, project("ask_every_call", { gmail: "always_allow" })).kind).toBe("runs");
    expect(judge({}, project("allow_all", { gmail: "always_allow", GMAIL_SEND: "always_deny" })).kind).toBe("denied");
    const asks = permissions({ default: "ask_every_call" });
    expect(judge(asks, project("allow_all", { GMAIL_SEND: "always_allow" })).kind).toBe("runs");
  });

  it("yields to the session's rule for the tool, and to its default", () => {
    const allows = permissions({ default: "allow_all", overrides: { gmail: "always_allow" } });
    expect(judge(allows, project("ask_every_call", { GMAIL_SEND: "ask_always" })).kind).toBe("runs");
    expect(judge(permissions({ default: "allow_all" }), project("ask_every_call")).kind).toBe("runs");
    const required = { require_approval: { tools: { gmail: ["GMAIL_SEND"] } } };
    expect(judge(required, project("allow_all", { GMAIL_SEND: "always_allow" })).kind).toBe("asks");
  });

  it("comes before an override of the session if it denies", () => {
    const allows = (subject: string) => permissions({ default: "allow_all", overrides: { [subject]: "always_allow" } });
    for (const subject of ["GMAIL_SEND", "GMAIL_POST_SEND", "gmail"])
      for (const denied of ["GMAIL_SEND", "GMAIL_POST_SEND", "gmail"])
        expect(judge(allows(subject), project("allow_all", { [denied]: "always_deny" }))).toEqual({
          kind: "denied",
          rule: `the project's rule for ${denied} always denies it`,
        });
    const asks = { require_approval: { toolkits: ["gmail"] } };
    expect(judge(asks, project("allow_all", { gmail: "always_deny" })).kind).toBe("denied");
    // The project's rule for the tool counts, not its rule for the toolkit.
    const excepted = project("allow_all", { gmail: "always_deny", GMAIL_SEND: "ask_always" });
    expect(judge(allows("GMAIL_SEND"), excepted).kind).toBe("runs");
    expect(judge({}, excepted).kind).toBe("asks");
  });

  it("applies alone without a session", () => {
    const of = (policy: Policy) => judgeByProject(SEND, policy);
    expect(of(NO_POLICY).kind).toBe("runs");
    expect(of(project("allow_all", { GMAIL_POST_SEND: "always_deny", gmail: "always_allow" })).kind).toBe("denied");
    expect(of(project("ask_every_call", { gmail: "always_allow" })).kind).toBe("runs");
    expect(of(project("ask_once_per_session"))).toMatchObject({ kind: "asks", once: true });
    expect(of(project("allow_all", { gmail: "ask_always" }))).toMatchObject({ kind: "asks", once: false });
  });

  it("refuses proxied requests to a toolkit of which it restricts a tool", () => {
    expect(proxiedRefusalOf(session({}), "gmail", project("allow_all", { GMAIL_SEND: "ask_once" }))).not.toBeNull();
    expect(proxiedRefusalOf(session({}), "slack", project("allow_all", { GMAIL_SEND: "ask_once" }))).toBeNull();
    expect(proxiedRefusalOf(session({}), "slack", project("ask_every_call"))).not.toBeNull();
  });
});

it("finds no rule for inherited names", () => {
  for (const name of ["__proto__", "constructor", "toString"])
    expect(
      judgeCall(
        session({ require_approval: { tools: { gmail: [] } } }),
        { ...SEND, slug: name, toolkitSlug: name },
        NO_POLICY,
      ).kind,
    ).toBe("runs");
});
