/**
 * Detects changes that let more calls run without approval. The permission to decide about calls does not include all
 * future calls: that protects the project.
 */
import type { Policy, Default, ToolRule } from "./policy";

/**
 * `mayLoosen` is called for a change that loosens the rules, and throws if the caller may not loosen.
 * `mayChooseApprovers` is called besides for a change of who decides.
 */
export type Loosening = { mayLoosen: () => void; mayChooseApprovers?: () => void };

/** @throws whatever both throw */
export function assertMayChoose({ mayLoosen, mayChooseApprovers }: Loosening): void {
  mayLoosen();
  mayChooseApprovers?.();
}

const STRICTNESS: Readonly<Record<ToolRule | Default, number>> = {
  always_allow: 0,
  allow_all: 0,
  ask_once: 1,
  ask_once_per_session: 1,
  ask_always: 2,
  ask_every_call: 2,
  always_deny: 3,
};

export const isLooser = (after: ToolRule | Default, before: ToolRule | Default): boolean =>
  STRICTNESS[after] < STRICTNESS[before];

/**
 * The rule for a tool or a toolkit: its own, that of a former name, or that of its toolkit; undefined without a rule.
 */
export const ruleFor = (
  { rules }: Pick<Policy, "rules">,
  { subject, toolkitSlug, aliases = [] }: { subject: string; toolkitSlug: string; aliases?: readonly string[] },
): ToolRule | undefined => [subject, ...aliases, toolkitSlug].flatMap((name) => rules.get(name) ?? []).at(0)?.rule;
