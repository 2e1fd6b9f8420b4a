/** Checks that the scopes of each tool and trigger type of the most used toolkits are known and offered. */
import { scopesOffered } from "@/lib/auth-configs/asked-scopes";
import { alternativesWithin } from "@/lib/catalog/scope-alternatives";
import type { CompiledTriggerType } from "@/lib/catalog/trigger-type";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { scopesForTools } from "@/lib/connected-accounts/credentials/scopes";
import { inRoot } from "../paths.mjs";
import { consentRows } from "./consent-rows";

type Toolkit = CompiledFile["toolkit"];
type Need = { slug: string; scopes: readonly string[] };

/** What only the other kind of token of a provider with two kinds can do. */
const OF_OTHER_TOKEN: Readonly<Record<string, RegExp>> = {
  // Slack Connect (conversations.connect:*) is for bots.
  slack:
    /^SLACK_(.*REMOTE_FILE|APP_MENTION$|.*(SHARED_(INVITE|CHANNEL)|CONNECT_INVITES|EXTERNAL_|DISCOVERABLE_CONTACT))/,
  slackbot: /./,
  discord: /^DISCORD_(DISCORD_)?NEW_MESSAGE_TRIGGER$/,
};

function problemsOf({ slug, scopes }: Need, toolkit: Toolkit, scheme: ToolkitAuthScheme): string[] {
  if (scopes.length === 0) return [`${slug} does not say which scopes it takes`];
  const { usual, available } = scopesOffered(scheme);
  const possible = alternativesWithin(scopes, available);
  if (possible.length === 0)
    return OF_OTHER_TOKEN[toolkit.slug]?.test(slug)
      ? []
      : [`${slug} takes ${scopes.join(" or ")}, which is not offered`];
  const scopesAsked = scopesForTools([possible], usual, scheme.baseScopes) ?? [];
  return possible.some((alternative) => alternativesWithin([alternative], scopesAsked).length > 0)
    ? []
    : [`an auth config for ${slug} asks for ${scopesAsked.join(" ")}`];
}

/** The toolkits of docs/connect-users/consent.md where an auth config for one tool does not ask for what it takes. */
export function scopeProblemsOfUsed(
  toolkits: readonly Toolkit[],
  triggers: readonly CompiledTriggerType[],
): { checked: number; problems: string[] } {
  const mostUsed = new Set(consentRows(inRoot()).map(([slug]) => slug));
  let checked = 0;
  const problems = toolkits
    .filter(({ slug }) => mostUsed.has(slug))
    .flatMap((toolkit) => {
      const scheme = toolkit.authSchemes.find(({ mode }) => mode === "OAUTH2");
      if (!scheme) return [];
      const needs: Need[] = [
        ...toolkit.tools.filter(({ deprecated }) => !deprecated),
        ...triggers
          .filter(({ toolkitSlug }) => toolkitSlug === toolkit.slug)
          .map(({ slug, run }) => ({ slug, scopes: run.scopes ?? [] })),
      ];
      checked += needs.length;
      return needs.flatMap((need) => problemsOf(need, toolkit, scheme));
    });
  return { checked, problems };
}
