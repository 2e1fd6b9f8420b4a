/** Search providers of the web: the provider of a project, and one search. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { PROVIDER_NAMES, PROVIDERS } from "./constants";

const tag = "Web search";
const path = "/api/v3/internal/patchbay/web_search";

const holdsMore = (text: string): boolean => {
  if (!URL.canParse(text)) return false; // reported as an invalid URL
  const { username, password } = new URL(text);
  return username !== "" || password !== "" || /[?#]/.test(text);
};

const baseUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as https://search.example.com" })
  .max(2000, "must have at most 2000 characters")
  // Every caller who may read the settings gets the address, and would get a key in it.
  .refine((text) => !holdsMore(text), "must have no user name, password, ? or #: give the key as api_key")
  .transform((text) => text.replace(/\/+$/, ""));

const provider = z.enum(PROVIDER_NAMES, `must be one of ${PROVIDER_NAMES.join(", ")}`);

export const WebSearchSettings = z
  .object({
    project: z
      .object({
        provider,
        base_url: z.string().nullable(),
        has_key: z.boolean(),
        updated_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "null where the project has none of its own" }),
    server: z.object({ provider }).nullable().meta({ description: "What the operator has set for all projects" }),
  })
  .meta({ id: "WebSearchSettings" });

const base = { own: true, tag } as const;

export const webSearchApi = {
  getWebSearch: operation({
    ...base,
    id: "getWebSearch",
    method: "GET",
    path,
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get the search provider the project uses",
    description: "The project's own one wins over the server's. Keys are never told.",
    response: WebSearchSettings,
  }),
  setWebSearch: operation({
    ...base,
    id: "setWebSearch",
    method: "PUT",
    path,
    auth: "session",
    permission: "project:write",
    audit: "web_search.set",
    summary: "Set the project's own search provider",
    description:
      "Without api_key the stored key stays, as long as provider and base_url stay, too: " +
      "a key never goes to another server than the one that it was given for.",
    body: z
      .object({
        provider,
        base_url: baseUrl.nullish().meta({ description: "Left out: the provider's own; SearXNG has none" }),
        api_key: z
          .string()
          .trim()
          .min(1, "must not be empty")
          .max(2000, "must have at most 2000 characters")
          .optional(),
      })
      .refine((input) => input.base_url != null || PROVIDERS[input.provider].baseUrl !== null, {
        path: ["base_url"],
        message: "must be the address of the SearXNG server",
      }),
    response: WebSearchSettings,
  }),
  deleteWebSearch: operation({
    ...base,
    id: "deleteWebSearch",
    method: "DELETE",
    path,
    auth: "session",
    permission: "project:write",
    audit: "web_search.delete",
    summary: "Use the server's search provider again",
    response: WebSearchSettings,
  }),
  testWebSearch: operation({
    ...base,
    id: "testWebSearch",
    method: "POST",
    path: `${path}/test`,
    auth: "session",
    permission: "project:write",
    audit: "web_search.test",
    summary: "Search the web once with the project's provider",
    response: z.object({ works: z.boolean(), message: z.string(), duration_ms: z.number().int() }),
  }),
};
