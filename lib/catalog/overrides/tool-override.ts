/** A project's own form of a tool: its texts, its arguments, and whether the project offers it at all. */
import type { RootSchema } from "../tool-schema";

/**
 * The project's change of one argument. `fixed` is sent with every call, and nobody sees it or sends another value;
 * `default` is sent if a call leaves the argument out; `enum` are the values that are still allowed.
 */
export type ArgumentOverride = { fixed?: unknown; default?: unknown; enum?: unknown[] };

export type ToolOverride = {
  name: string | null;
  description: string | null;
  hidden: boolean;
  arguments: Record<string, ArgumentOverride>;
};

/** The parts of an override that a call needs. */
export type LaidOver = {
  /** With the fixed arguments, which the schema of the tool no longer has. */
  inputSchema: RootSchema;
  fixed: Readonly<Record<string, unknown>>;
  defaults: Readonly<Record<string, unknown>>;
};
