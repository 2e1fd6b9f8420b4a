/** POST /api/v3/internal/patchbay/language_model/test */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { languageModelApi } from "@/lib/llm/contract";
import { tryLanguageModel } from "@/lib/llm/try-language-model";

export const POST = defineRoute(languageModelApi.testLanguageModel, (_, caller, { signal }) =>
  tryLanguageModel(caller.projectId, signal),
);
