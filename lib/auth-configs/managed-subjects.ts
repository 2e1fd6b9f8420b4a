/** Which of the catalog's toolkits can use an OAuth app that the operator enters once, and what that app is of. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";
import { isRedirectMode, OAUTH_CALLBACK, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { catalog, type CatalogToolkit } from "@/lib/catalog/read/catalog";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";

/** An app is one of a provider, which serves all its toolkits, or of a single toolkit, which then comes first. */
export type ManagedKind = "provider" | "toolkit";
export type ManagedKey = { kind: ManagedKind; key: string };

type Managed = Pick<CatalogToolkit, "slug" | "projectId" | "authSchemes">;

/**
 * Whether the secret can go to one place alone: a token address whose host ends in what a value fills could be made to
 * lead to anybody by the values of a connection, and the app belongs to every project.
 */
function hasFixedHost(template: string): boolean {
  const host = /^https?:\/\/([^/?#]+)/.exec(template)?.[1];
  return host !== undefined && (!host.includes("{") || /\}\.[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host));
}

const calledUrls = ({ oauth, oauth1 }: ToolkitAuthScheme): string[] =>
  oauth
    ? [oauth.tokenUrl, ...(oauth.refreshUrl ? [oauth.refreshUrl] : []), ...(oauth.revokeUrl ? [oauth.revokeUrl] : [])]
    : oauth1
      ? [oauth1.requestTokenUrl, oauth1.accessTokenUrl]
      : [];

/**
 * Schemes where people meet an app of somebody's. A project's own toolkit writes its own token address, so it gets no
 * app.
 */
export function manageableSchemes({
  projectId,
  authSchemes,
}: Pick<Managed, "projectId" | "authSchemes">): ToolkitAuthScheme[] {
  if (projectId !== null) return [];
  return authSchemes.filter(
    (scheme) =>
      isRedirectMode(scheme.mode) && !DISCOVERED_MODES.has(scheme.mode) && calledUrls(scheme).every(hasFixedHost),
  );
}

/** The keys under which an app for this scheme may be stored, the narrowest first. */
export const managedKeysOf = (slug: string, scheme: Pick<ToolkitAuthScheme, "oauth">): ManagedKey[] => [
  { kind: "toolkit", key: slug },
  ...(scheme.oauth ? [{ kind: "provider" as const, key: scheme.oauth.provider }] : []),
];

/** What an app can be entered for, with all that a person needs to register it. */
export type ManagedSubject = ManagedKey & {
  name: string;
  /** Slugs, by name. */
  toolkits: string[];
  guideUrl?: string;
  redirectUri: string;
};

const redirectUri = (): string => `${env().publicUrl}${OAUTH_CALLBACK}`;

/** `google_ads` is no name; the key of a provider is all there is of one that several toolkits share. */
const toName = (key: string): string =>
  key.replace(/[_-]+/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const toSubject = (toolkit: CatalogToolkit, key: ManagedKey, name: string): ManagedSubject => ({
  ...key,
  name,
  toolkits: [toolkit.slug],
  redirectUri: redirectUri(),
  ...(toolkit.meta.guideUrl && { guideUrl: toolkit.meta.guideUrl }),
});

/** Everything an app can be entered for, by name: providers first, then single toolkits. */
export async function findManagedSubjects(): Promise<ManagedSubject[]> {
  const providers = new Map<string, ManagedSubject>();
  const single: ManagedSubject[] = [];
  for (const toolkit of (await catalog()).toolkits.values())
    for (const scheme of manageableSchemes(toolkit)) {
      single.push(toSubject(toolkit, { kind: "toolkit", key: toolkit.slug }, toolkit.name));
      const provider = scheme.oauth?.provider;
      if (!provider) continue;
      const subject = providers.get(provider);
      if (subject) subject.toolkits.push(toolkit.slug);
      else providers.set(provider, toSubject(toolkit, { kind: "provider", key: provider }, toolkit.name));
    }
  for (const subject of providers.values()) {
    if (subject.toolkits.length > 1) subject.name = toName(subject.key);
    subject.toolkits.sort();
  }
  const byName = (a: ManagedSubject, b: ManagedSubject) => a.name.localeCompare(b.name);
  return [...[...providers.values()].sort(byName), ...single.sort(byName)];
}

/** @throws ApiError BadRequest for what no app can be entered for */
export async function requireManagedSubject({ kind, key }: ManagedKey): Promise<ManagedSubject> {
  const subject = (await findManagedSubjects()).find((candidate) => candidate.kind === kind && candidate.key === key);
  if (!subject)
    throw new ApiError("BadRequest", `No managed app can be entered for the ${kind} ${key.slice(0, 80)}.`, {
      suggestedFix:
        "Choose one of GET /api/v3/internal/patchbay/managed_apps/subjects. " +
        "Providers with a customer-specific URL need an auth config with its own app.",
    });
  return subject;
}
