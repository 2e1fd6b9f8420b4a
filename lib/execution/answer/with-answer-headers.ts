/** Adds to an answer what only its headers contain: cursors, ids, and the address of what was created. Pure. */
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import type { ToolOutcome } from "./tool-response";

/** A longer value would be useless if it were cut. */
const MAX_LENGTH = 8192;
/** Headers that are the whole result of a call without a body (RFC 9110, 10.2.2 and 8.7). */
const OF_EMPTY = ["location", "content-location", "operation-location"];

/**
 * The outcome with the declared headers under `headers`, by their names in small letters. An answer without a body has
 * `location` and the like at its top. A member that the provider sends stays as it is.
 * @param secrets credentials of the account, which are replaced where the provider repeats them
 */
export function withAnswerHeaders(
  outcome: ToolOutcome,
  declaredNames: readonly string[],
  { headers }: Pick<OutboundResponse, "headers">,
  secrets: readonly string[],
): ToolOutcome {
  if (!outcome.successful) return outcome;
  const read = (names: readonly string[]): [string, string][] =>
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined || value.length > MAX_LENGTH ? [] : [[name, hiderOf(secrets).text(value)]];
    });
  const isEmpty = Object.keys(outcome.data).length === 0;
  const places = isEmpty ? read(OF_EMPTY).map(([name, value]) => [name.replaceAll("-", "_"), value]) : [];
  const members = read(declaredNames);
  if (places.length === 0 && members.length === 0) return outcome;
  return {
    ...outcome,
    data: {
      ...(members.length > 0 && { headers: Object.fromEntries(members) as Record<string, string> }),
      ...(Object.fromEntries(places) as Record<string, string>),
      ...outcome.data,
    },
  };
}
