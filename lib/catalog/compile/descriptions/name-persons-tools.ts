/** Marks tools that an app's own token cannot call, where a provider grants app and person separately. */
import type { CompiledTool } from "../../compiled-toolkit";
import { alternativesWithin } from "../../scope-alternatives";
import type { ToolkitAuthScheme } from "../../toolkit-auth-scheme";

const USER_TOKEN_WORDS = /user token|a bot('s token)? /i;

/** Adds a sentence to the tools whose scopes only a person can grant. */
export function namePersonsTools(tools: readonly CompiledTool[], schemes: readonly ToolkitAuthScheme[]): void {
  const scheme = schemes.find(({ oauth }) => oauth?.userScopeParam);
  if (!scheme) return;
  const { availableScopes, availableUserScopes } = scheme;
  for (const tool of tools) {
    const isPersons =
      alternativesWithin(tool.scopes, availableScopes).length === 0 &&
      alternativesWithin(tool.scopes, availableUserScopes).length > 0;
    if (isPersons && !USER_TOKEN_WORDS.test(tool.description))
      tool.description = `${tool.description.trim()} Needs a user token; a bot's is refused.`;
  }
}
