/** Language models: which model a project uses, and the client that calls it. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Language model";
const path = "/api/v3/internal/patchbay/language_model";

function holdsMore(text: string): boolean {
  if (!URL.canParse(text)) return false; // reported as an invalid URL
  const { username, password } = new URL(text);
  return username !== "" || password !== "" || /[?#]/.test(text);
}

/** The base URL ends where `/chat/completions` begins. */
export const ModelAddress = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as https://models.example.com/v1" })
  .max(2000, "must have at most 2000 characters")
  // Every caller who may read the settings gets the address, and would get a key in it. Such a key is never sent.
  .refine((text) => !holdsMore(text), "must have no user name, password, ? or #: give the key as api_key")
  .transform((text) => text.replace(/\/+$/, ""));

export const LanguageModelSettings = z
  .object({
    project: z
      .object({ base_url: z.string(), model: z.string(), has_key: z.boolean(), updated_at: z.iso.datetime() })
      .nullable()
      .meta({ description: "null where the project has none of its own" }),
    server: z
      .object({ model: z.string() })
      .nullable()
      .meta({ description: "What the operator has set for all projects" }),
  })
  .meta({ id: "LanguageModelSettings" });

export const languageModelApi = {
  getLanguageModel: operation({
    id: "getLanguageModel",
    method: "GET",
    path,
    own: true,
    tag,
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get the language model the project uses",
    description: "The project's own one wins over the server's. Keys are never told.",
    response: LanguageModelSettings,
  }),
  setLanguageModel: operation({
    id: "setLanguageModel",
    method: "PUT",
    path,
    own: true,
    tag,
    auth: "session",
    permission: "project:write",
    audit: "language_model.set",
    summary: "Set the project's own language model",
    description:
      "Without api_key the stored key stays, as long as base_url stays, too: " +
      "a key never goes to another server than the one that it was given for.",
    body: z.object({
      base_url: ModelAddress,
      model: z.string().trim().min(1, "must name a model").max(200, "must have at most 200 characters"),
      api_key: z.string().trim().min(1, "must not be empty").max(2000, "must have at most 2000 characters").optional(),
    }),
    response: LanguageModelSettings,
  }),
  deleteLanguageModel: operation({
    id: "deleteLanguageModel",
    method: "DELETE",
    path,
    own: true,
    tag,
    auth: "session",
    permission: "project:write",
    audit: "language_model.delete",
    summary: "Use the server's language model again",
    response: LanguageModelSettings,
  }),
  testLanguageModel: operation({
    id: "testLanguageModel",
    method: "POST",
    path: `${path}/test`,
    own: true,
    tag,
    auth: "session",
    permission: "project:write",
    audit: "language_model.test",
    summary: "Ask the project's language model one short question",
    response: z.object({
      works: z.boolean(),
      calls_tools: z.boolean().meta({ description: "Whether it called the tool that it was asked to call" }),
      message: z.string(),
      duration_ms: z.number().int(),
    }),
  }),
};
