/** A call as rules see it, and the decisions about it. */
import type { Values } from "@/lib/kernel/text/is-object";

/** The tool of a call: the same for all of its calls. */
export type CallTarget = {
  kind: "tool" | "proxy" | "meta";
  /** The slug and its aliases. */
  names: readonly string[];
  toolkitSlug: string;
  /** Hints and topics. */
  tags: readonly string[];
  /**
   * Hosts to which the project writes requests of its own, with proxied requests or tools that it made; a `*` stands
   * for what a connection fills in. Absent for tools of the catalog.
   */
  ownHosts?: readonly string[];
  /** Whether the toolkit is the project's: a rule about one of its tools covers that tool alone. */
  isOwnToolkit?: boolean;
};

export type PolicyCall = {
  target: CallTarget;
  arguments: Values;
  /** Values that the caller adds to the request under names of the provider, not of the tool's arguments. */
  extras?: unknown;
  userId: string | undefined;
  keyId: string | undefined;
  accountId: string | undefined;
  sessionId?: string | undefined;
};

type Outcome =
  | ("denied" | "approved" | "redacted" | "limited" | "counted" | "withheld" | "logged" | "marked" | "failed")
  /** Of hooks, which are logged for each call that they judge. */
  | ("passed" | "changed");

/** What one rule did to one call, for the log. */
export type Decision = { id: string; name: string; action: string; outcome: Outcome };

/** The words of a rule that ends a call. `above`: it is a rule of the organization. */
export type Refusal = { rule: string; name: string; reason: string; above?: boolean };

/** So many calls, or tokens of answers, in each window of `seconds`, counted for `of`, a value of `by`. */
export type Limit = {
  id: string;
  name: string;
  unit: "calls" | "tokens";
  amount: number;
  seconds: number;
  by: string;
  of: string;
};
