/**
 * Decides whether a call runs in a session: at once, after an approval, or not at all. A denial by the project comes
 * first, then the session's rule for the tool or its toolkit, then the project's rule for either, then the session's
 * default, then the project's default.
 */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Policy, ToolRule } from "./policy";
import type { Session } from "../session";
import { namesOf, proxyRefusalOf, refusalOf } from "./session-rules";

type JudgedTool = Pick<CatalogTool, "slug" | "aliases" | "toolkitSlug" | "tags" | "onlyUser">;
type Ruled = Pick<Session, "config"> & Partial<Pick<Session, "userId">>;

/** `plain`: nobody wants to be asked, and no call was held of late, so no such call can wait. */
export type Judgment =
  | { kind: "runs"; plain: boolean }
  | { kind: "denied"; rule: string }
  | { kind: "asks"; rule: string; once: boolean };

/** The part of `require_approval` that covers a tool; null if it is not covered. */
function requirementOf({ config }: Ruled, tool: JudgedTool): string | null {
  const required = config.require_approval;
  if (!required) return null;
  const { toolkitSlug, tags } = tool;
  const names = ownValue(required.tools, toolkitSlug);
  if (names && namesOf(tool).some((name) => names.includes(name)))
    return `require_approval.tools.${toolkitSlug} holds it`;
  const ofToolkit = ownValue(required.tool_tags, toolkitSlug)?.find((tag) => tags.includes(tag));
  if (ofToolkit) return `require_approval holds ${ofToolkit} for ${toolkitSlug}`;
  if (required.toolkits?.includes(toolkitSlug)) return `require_approval.toolkits holds ${toolkitSlug}`;
  const tag = required.tags?.find((entry) => tags.includes(entry));
  return tag ? `require_approval.tags holds ${tag}` : null;
}

const byRule = (rule: ToolRule, where: string, plain: boolean): Judgment => {
  if (rule === "always_allow") return { kind: "runs", plain };
  if (rule === "always_deny") return { kind: "denied", rule: `${where} always denies it` };
  return { kind: "asks", rule: `${where} says ${rule}`, once: rule === "ask_once" };
};

const byDefault = (usual: Policy["default"], where: string, plain: boolean): Judgment =>
  usual === "allow_all"
    ? { kind: "runs", plain }
    : { kind: "asks", rule: `${where} says ${usual}`, once: usual === "ask_once_per_session" };

/** Whether any call of the session may have to wait, or may be one that was held. */
export const asksAnything = ({ config }: Ruled, policy: Policy): boolean =>
  config.require_approval !== undefined ||
  config.experimental.permissions !== undefined ||
  policy.default !== "allow_all" ||
  policy.rules.size > 0 ||
  policy.hasHeld;

const subjectsOf = (tool: JudgedTool): string[] => [...namesOf(tool), tool.toolkitSlug];

/** The judgment by the project's rule for the tool, or else for its toolkit; null without a rule. */
function judgeByRules(tool: JudgedTool, { rules }: Policy): Judgment | null {
  for (const subject of subjectsOf(tool)) {
    const entry = rules.get(subject);
    if (entry) return byRule(entry.rule, `the project's rule for ${subject}`, false);
  }
  return null;
}

/** The judgment of a call outside of sessions, such as at an MCP server. */
export const judgeByProject = (tool: JudgedTool, policy: Policy): Judgment =>
  judgeByRules(tool, policy) ?? byDefault(policy.default, "the project's default", false);

/** How a call of a tool is to be treated. A tool outside the session's rules is denied. */
export function judgeCall(session: Ruled, tool: JudgedTool, policy: Policy): Judgment {
  const outside = refusalOf(session, tool);
  if (outside !== null) return { kind: "denied", rule: outside };
  if (!asksAnything(session, policy)) return { kind: "runs", plain: true };
  const ruled = judgeByRules(tool, policy);
  // A key makes sessions, and people make rules: a session's override does not lift what a rule denies.
  if (ruled?.kind === "denied") return ruled;
  const { permissions } = session.config.experimental;
  const overridden = subjectsOf(tool).find((key) => ownValue(permissions?.overrides, key) !== undefined);
  const override = overridden === undefined ? undefined : ownValue(permissions?.overrides, overridden);
  const where = `experimental.permissions.overrides.${overridden}`;
  if (override === "always_deny") return byRule(override, where, false);
  const required = requirementOf(session, tool);
  if (required !== null) return { kind: "asks", rule: required, once: false };
  if (override) return byRule(override, where, false);
  if (ruled) return ruled;
  if (permissions) return byDefault(permissions.default, "experimental.permissions.default", false);
  return judgeByProject(tool, policy);
}

const ASKS = "and nobody can be asked about a request of your own";

/**
 * The rule that forbids proxied requests to a toolkit, which could do what any of its tools does; null if none does.
 */
export function proxiedRefusalOf(session: Ruled, toolkitSlug: string, policy: Policy): string | null {
  const outside = proxyRefusalOf(session, toolkitSlug);
  if (outside !== null) return outside;
  const { require_approval: required, experimental } = session.config;
  const { permissions } = experimental;
  const isRequired =
    required?.toolkits?.includes(toolkitSlug) ||
    ownValue(required?.tools, toolkitSlug) ||
    ownValue(required?.tool_tags, toolkitSlug) ||
    required?.tags?.length;
  if (isRequired) return `require_approval holds tools of it, ${ASKS}`;
  const restricts = Object.values(permissions?.overrides ?? {}).some((rule) => rule !== "always_allow");
  if (restricts) return `experimental.permissions restricts tools, ${ASKS}`;
  const ruled = [...policy.rules.values()].some(
    (entry) => entry.toolkitSlug === toolkitSlug && entry.rule !== "always_allow",
  );
  if (ruled) return `the project's rules restrict tools of it, ${ASKS}`;
  const usual = permissions?.default ?? policy.default;
  return usual === "allow_all"
    ? null
    : `${permissions ? "experimental.permissions" : "the project"} says ${usual}, ${ASKS}`;
}
