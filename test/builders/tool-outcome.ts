/** The outcome of a tool from a provider's answer, without files. */
import { isFailure, parseBody, toOutcome, type ToolOutcome } from "@/lib/execution/answer/tool-response";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";

export function toToolOutcome(
  provider: string,
  response: Pick<OutboundResponse, "status" | "headers" | "body">,
  { secrets, binary }: { secrets?: readonly string[]; binary?: boolean } = {},
): ToolOutcome {
  return toOutcome(provider, response.status, parseBody(response, secrets, binary && !isFailure(response.status)));
}
