/** The settings of services elsewhere that all projects may use: the language model and the web search. */
import { z } from "zod";
import { publicUrl } from "./env-forms";

/** Their names in the environment, and their forms. */
export const serviceSettings = {
  PATCHBAY_LLM_BASE_URL: publicUrl.optional(),
  PATCHBAY_LLM_API_KEY: z.string().min(1).optional(),
  PATCHBAY_LLM_MODEL: z.string().min(1).optional(),
  PATCHBAY_SEARCH_PROVIDER: z
    .enum(["searxng", "brave", "tavily", "exa"], "must be searxng, brave, tavily or exa")
    .optional(),
  PATCHBAY_SEARCH_BASE_URL: publicUrl.optional(),
  PATCHBAY_SEARCH_API_KEY: z.string().min(1).optional(),
};

export type ServiceSettings = {
  /**
   * An OpenAI-compatible endpoint that turns text into arguments; its base URL ends where `/chat/completions` begins.
   */
  languageModel: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** A search provider; its base URL is undefined for the provider's own. */
  webSearch:
    | {
        provider: "searxng" | "brave" | "tavily" | "exa";
        baseUrl: string | undefined;
        apiKey: string | undefined;
      }
    | undefined;
};

type Values = z.output<z.ZodObject<typeof serviceSettings>>;

function missingSearch(values: Values): keyof Values | undefined {
  const provider = values.PATCHBAY_SEARCH_PROVIDER;
  if (!provider)
    return values.PATCHBAY_SEARCH_BASE_URL || values.PATCHBAY_SEARCH_API_KEY ? "PATCHBAY_SEARCH_PROVIDER" : undefined;
  const needed = provider === "searxng" ? "PATCHBAY_SEARCH_BASE_URL" : "PATCHBAY_SEARCH_API_KEY";
  return values[needed] ? undefined : needed;
}

/** Settings that other settings need and that are missing, with the reason. */
export function missingServices(values: Values): { name: keyof Values; message: string }[] {
  const search = missingSearch(values);
  return [
    ...(!values.PATCHBAY_LLM_BASE_URL === !values.PATCHBAY_LLM_MODEL
      ? []
      : [
          {
            name: values.PATCHBAY_LLM_MODEL ? ("PATCHBAY_LLM_BASE_URL" as const) : ("PATCHBAY_LLM_MODEL" as const),
            message: "must be set too: a language model is reached by its base URL and its name",
          },
        ]),
    ...(search
      ? [
          {
            name: search,
            message: "must be set too: a search needs its provider, and SearXNG its address, others a key",
          },
        ]
      : []),
  ];
}

/** The settings in the form in which they are used. */
export const toServices = (values: Values): ServiceSettings => ({
  languageModel:
    values.PATCHBAY_LLM_BASE_URL && values.PATCHBAY_LLM_MODEL
      ? { baseUrl: values.PATCHBAY_LLM_BASE_URL, apiKey: values.PATCHBAY_LLM_API_KEY, model: values.PATCHBAY_LLM_MODEL }
      : undefined,
  webSearch: values.PATCHBAY_SEARCH_PROVIDER && {
    provider: values.PATCHBAY_SEARCH_PROVIDER,
    baseUrl: values.PATCHBAY_SEARCH_BASE_URL,
    apiKey: values.PATCHBAY_SEARCH_API_KEY,
  },
});
