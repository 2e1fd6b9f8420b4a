/** Whether a call can be run again with what the log has kept of it. Pure. */

/** Their arguments are logged in part only: they hold other calls, or requests. */
const IN_PART = new Set(["COMPOSIO_MULTI_EXECUTE_TOOL", "COMPOSIO_PROXY_EXECUTE"]);

/**
 * Why a call cannot be run again with the arguments of the log, in a sentence; null where it can.
 * @param isWhole whether the log has all of its arguments; null where it has none
 */
export function notAgain(call: { kind: string; toolSlug: string; isWhole: boolean | null }): string | null {
  if (call.kind === "proxy") return "The log keeps no whole request of one's own.";
  if (call.toolSlug === "COMPOSIO_MULTI_EXECUTE_TOOL") return "Run its calls one by one; the log keeps them apart.";
  if (IN_PART.has(call.toolSlug)) return "The log keeps no whole request of one's own.";
  if (call.isWhole === null) return "The log has not kept its arguments.";
  return call.isWhole ? null : "The log has not kept its arguments whole: secrets and long texts are left out.";
}
