/** The search provider of a project: its own provider, or the provider that the operator has set for all projects. */
import type { z } from "zod";
import type { ProjectWebSearch } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import type { webSearchApi, WebSearchSettings } from "./contract";
import { type WebResult, SearchError, searchWeb, type SearchProvider } from "./search-web";
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from "./constants";

type Settings = z.input<typeof WebSearchSettings>;
type TestResult = z.input<typeof webSearchApi.testWebSearch.response>;

const sealContext = (projectId: string) => ({ projectId, rowId: projectId, column: "project_web_search.api_key" });
/** Stored by this version or a newer one. */
const toProviderName = (name: string): ProviderName | undefined =>
  PROVIDER_NAMES.find((providerName) => providerName === name);

function toProvider(projectId: string, row: ProjectWebSearch | null): SearchProvider | null {
  const provider = row && toProviderName(row.provider);
  if (!provider) return env().webSearch ?? null;
  return {
    provider,
    baseUrl: row.baseUrl ?? undefined,
    ...(row.apiKey !== null && { apiKey: open(row.apiKey, sealContext(projectId)) }),
  };
}

/**
 * Read at each use, so that a change takes effect at once; null if neither the project nor the operator has set a
 * provider.
 */
export const findSearchProvider = async (projectId: string): Promise<SearchProvider | null> =>
  toProvider(projectId, await db.projectWebSearch.findUnique({ where: { projectId } }));

/** The fields that a person may see. */
export async function toldWebSearch(projectId: string): Promise<Settings> {
  const row = await db.projectWebSearch.findUnique({ where: { projectId } });
  const provider = row && toProviderName(row.provider);
  const server = env().webSearch;
  return {
    project: provider
      ? {
          provider,
          base_url: row.baseUrl,
          has_key: row.apiKey !== null,
          updated_at: row.updatedAt.toISOString(),
        }
      : null,
    server: server ? { provider: server.provider } : null,
  };
}

const keyMissing = () =>
  new ApiError("BadRequest", "The stored key belongs to another provider or URL, so it isn't sent to this one.", {
    errors: ["api_key: must be given again with another provider or base_url"],
    suggestedFix: "Give the key of the new provider.",
  });

/** @throws ApiError BadRequest for a new provider or address without a key, if a key is stored */
export async function setWebSearch(
  projectId: string,
  { provider, base_url: address, api_key: key }: z.output<typeof webSearchApi.setWebSearch.body>,
): Promise<Settings> {
  const sealedKey = key === undefined ? undefined : seal(key, sealContext(projectId));
  const baseUrl = address ?? null;
  await db.$transaction(async (tx) => {
    const before = await tx.projectWebSearch.findUnique({ where: { projectId } });
    const isSame = before?.provider === provider && before.baseUrl === baseUrl;
    if (sealedKey === undefined && before?.apiKey && !isSame) throw keyMissing();
    // The stored key is written, too, because a concurrent change can have stored the key of another address.
    const values = { provider, baseUrl, updatedAt: now(), apiKey: sealedKey ?? before?.apiKey ?? null };
    await tx.projectWebSearch.upsert({ where: { projectId }, create: { projectId, ...values }, update: values });
  });
  return toldWebSearch(projectId);
}

/** Makes the server's provider apply again; does nothing if the project has no provider of its own. */
export async function deleteWebSearch(projectId: string): Promise<Settings> {
  await db.projectWebSearch.deleteMany({ where: { projectId } });
  return toldWebSearch(projectId);
}

export const NO_SEARCH =
  "There is no web search. " +
  "Set a search provider for the project (Settings, Project, Web search), or PATCHBAY_SEARCH_PROVIDER for the server.";

/**
 * Searches the web with the project's provider.
 * @returns the results; or the reason why there is no answer, in words without secrets
 */
export async function searchForProject(
  projectId: string,
  question: string,
  signal?: AbortSignal,
): Promise<WebResult | { error: string }> {
  const provider = await findSearchProvider(projectId);
  if (!provider) return { error: NO_SEARCH };
  try {
    return await searchWeb(projectId, provider, { question, signal });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { error: `The web search didn't respond: ${error.message}` };
  }
}

/** One search, so that a person sees whether the settings are right; what went wrong is in the answer. */
export async function tryWebSearch(projectId: string, signal?: AbortSignal): Promise<TestResult> {
  const startMs = performance.now();
  const toResult = (works: boolean, message: string): TestResult => ({
    works,
    message,
    duration_ms: Math.round(performance.now() - startMs),
  });
  const provider = await findSearchProvider(projectId);
  if (!provider) return toResult(false, "No search provider is set: choose one, and save it first.");
  try {
    const { pages } = await searchWeb(projectId, provider, { question: "weather", signal });
    const { title } = PROVIDERS[provider.provider];
    return pages.length > 0
      ? toResult(true, `${title} answers, with ${pages.length} pages for the word weather.`)
      : toResult(false, `${title} answers, but found nothing for the word weather.`);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return toResult(false, `It gave no answer: ${error.message}`);
  }
}
