/** What code in the workbench can ask of the server. The caller of a run says what answers; without it there is nothing. */
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

/** Gets what the code sent, of which nothing is checked, and a signal for the end of the run. */
export type Helper = (payload: Values, signal: AbortSignal) => Promise<HelperAnswer>;

export type Helpers = Partial<Record<HelperName, Helper>>;

export const failure = (error: string): HelperAnswer => ({ data: null, error });
