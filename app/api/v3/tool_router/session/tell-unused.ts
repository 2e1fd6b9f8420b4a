/** Names settings of a session that have no effect in the answer's header; its body names them too. */
import type { RequestFacts } from "@/lib/http/api-door/define-route";
import { warnInHeader } from "@/lib/http/api-door/warn-of-stray-fields";
import { unusedSettings, unusedWarning } from "@/lib/sessions/settings/unused-settings";

/**
 * @returns the paths of these settings
 * @throws ApiError BadRequest for an unknown member that would restrict the session
 */
export function tellUnused(facts: RequestFacts, usedSettings?: Parameters<typeof unusedSettings>[1]): string[] {
  const unused = unusedSettings(facts.unknownFields(), usedSettings);
  const sentence = unusedWarning(unused);
  if (sentence !== null) warnInHeader(facts.answer, sentence);
  return unused;
}
