/** Decides whether a call can run again with the arguments in the log. Pure. */

/** Only a part of their arguments is logged: they contain other calls, or requests. */
const IN_PART = new Set(["COMPOSIO_MULTI_EXECUTE_TOOL", "COMPOSIO_PROXY_EXECUTE"]);

/**
 * The reason why a call cannot run again with the arguments in the log, as a sentence; null if it can.
 * @param isWhole whether the log has all of its arguments; null if it has no arguments
 */
export function notAgain(call: { kind: string; toolSlug: string; isWhole: boolean | null }): string | null {
  if (call.kind === "proxy") return "The log keeps no whole request of one's own.";
  if (call.toolSlug === "COMPOSIO_MULTI_EXECUTE_TOOL") return "Run its calls one by one; the log keeps them apart.";
  if (IN_PART.has(call.toolSlug)) return "The log keeps no whole request of one's own.";
  if (call.isWhole === null) return "The log has not kept its arguments.";
  return call.isWhole ? null : "The log has not kept its arguments whole: secrets and long texts are left out.";
}
