/** The rules of a project for calls that need an approval. */
import type { Approvers } from "@/lib/contract/approvals/approvers";
import type { DEFAULTS, TOOL_RULES } from "../approvals/contract";

export type ToolRule = (typeof TOOL_RULES)[number];
export type Default = (typeof DEFAULTS)[number];
export type RuleOf = { rule: ToolRule; toolkitSlug: string; approvers: Approvers | null };
export type Policy = {
  default: Default;
  /** How long a call waits for a decision. */
  lifeSeconds: number;
  /** The people who decide if no rule names others; null: members with the permission, and the app. */
  approvers: Approvers | null;
  /** By the slug of the tool or the toolkit. */
  rules: ReadonlyMap<string, RuleOf>;
  /**
   * Whether the project has a recent held call that an equal call would find. It counts even if approvals were switched
   * off since then: otherwise a waiting or allowed call would run a second time when its client repeats it.
   */
  hasHeld: boolean;
};
