/** Which executions of the log are searched. */
import type { z } from "zod";
import type { ToolLogFilter } from "./contract";

export type Filter = z.output<typeof ToolLogFilter>;

export type ToolLogChoice = {
  filters?: Filter[];
  /** Words, or the complete id of one execution. */
  search?: string;
  /** Unix milliseconds, both included. */
  from?: number;
  to?: number;
  /** Whether `contains` and `not_contains` are case-sensitive. The default is false. */
  caseSensitive?: boolean;
};
