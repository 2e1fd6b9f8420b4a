/**
 * Whether a call may run in a session: at once, after somebody allowed it, or not at all. What the project always denies
 * stands first, then what the session says of a tool or its toolkit, then what the project says of either, then the
 * session's default, then the project's.
 */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Policy, ToolRule } from "./policy";
import type { Session } from "../session";
import { namesOf, proxyRefusalOf, refusalOf } from "./session-rules";

type Judged = Pick<CatalogTool, "slug" | "aliases" | "toolkitSlug" | "tags">;
type Ruled = Pick<Session, "config">;

/** `plain`: nobody wants to be asked, and no call was held of late, so no such call can wait. */
export type Judgment =
  | { kind: "runs"; plain: boolean }
  | { kind: "denied"; rule: string }
  | { kind: "asks"; rule: string; once: boolean };

/** The part of `require_approval` that holds a tool; null for none. */
function requirementOf({ config }: Ruled, tool: Judged): string | null {
  const required = config.require_approval;
  if (!required) return null;
  const { toolkitSlug, tags } = tool;
  const names = ownValue(required.tools, toolkitSlug);
  if (names && namesOf(tool).some((name) => names.includes(name)))
    return `require_approval.tools.${toolkitSlug} holds it`;
  const ofToolkit = ownValue(required.tool_tags, toolkitSlug)?.find((tag) => tags.includes(tag));
  if (ofToolkit) return `require_approval holds ${ofToolkit} for ${toolkitSlug}`;
  if (required.toolkits?.includes(toolkitSlug)) return `require_approval.toolkits holds ${toolkitSlug}`;
  const tag = required.tags?.find((one) => tags.includes(one));
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

const subjectsOf = (tool: Judged): string[] => [...namesOf(tool), tool.toolkitSlug];

/** What the project's rule for a tool says, or else its rule for the toolkit; null where it has neither. */
function judgeByRules(tool: Judged, { rules }: Policy): Judgment | null {
  for (const subject of subjectsOf(tool)) {
    const said = rules.get(subject);
    if (said) return byRule(said.rule, `the project's rule for ${subject}`, false);
  }
  return null;
}

/** How a call of a tool is to be treated where no session says anything, as at an MCP server. */
export const judgeByProject = (tool: Judged, policy: Policy): Judgment =>
  judgeByRules(tool, policy) ?? byDefault(policy.default, "the project's default", false);

/** How a call of a tool is to be treated. A tool outside the session's rules is denied. */
export function judgeCall(session: Ruled, tool: Judged, policy: Policy): Judgment {
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

/** What a toolkit's rules say against requests of one's own, which could do what any of its tools does; null for nothing. */
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
  const restricts = Object.values(permissions?.overrides ?? {}).some((one) => one !== "always_allow");
  if (restricts) return `experimental.permissions restricts tools, ${ASKS}`;
  const ruled = [...policy.rules.values()].some(
    (one) => one.toolkitSlug === toolkitSlug && one.rule !== "always_allow",
  );
  if (ruled) return `the project's rules restrict tools of it, ${ASKS}`;
  const usual = permissions?.default ?? policy.default;
  return usual === "allow_all"
    ? null
    : `${permissions ? "experimental.permissions" : "the project"} says ${usual}, ${ASKS}`;
}
