/**
 * Which change lets more calls run unasked. Whoever may decide about calls may not thereby free all calls to come: that is a
 * protection of the project.
 */
import type { Policy, Default, ToolRule } from "./policy";

/** What is asked where a change loosens. It throws for a caller who may not. */
export type Loosening = { mayLoosen: () => void };

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

/** The rule that counts for a tool or a toolkit: its own, that of a former name, or its toolkit's; undefined for none. */
export const ruleFor = (
  { rules }: Pick<Policy, "rules">,
  { subject, toolkitSlug, aliases = [] }: { subject: string; toolkitSlug: string; aliases?: readonly string[] },
): ToolRule | undefined => [subject, ...aliases, toolkitSlug].flatMap((name) => rules.get(name) ?? []).at(0)?.rule;
