/**
 * The requests that code in the workbench can send to the server. The caller of a run provides the handlers; without
 * them there are none.
 */
import type { Values } from "@/lib/kernel/text/is-object";

/** The names under which the module inside asks. */
export const HELPERS = [
  "run_composio_tool",
  "invoke_llm",
  "proxy_execute",
  "web_search",
  "upload_local_file",
  "get_mount_file_url",
] as const;
export type HelperName = (typeof HELPERS)[number];

/** As all helpers answer: a result, and an empty text or what went wrong. */
export type HelperAnswer = { data: unknown; error: string };

/** Handles the unchecked payload of the code; the signal fires at the end of the run. */
export type Helper = (payload: Values, signal: AbortSignal) => Promise<HelperAnswer>;

export type Helpers = Partial<Record<HelperName, Helper>>;

export const failure = (error: string): HelperAnswer => ({ data: null, error });
