/** GET, PUT and DELETE /api/v3/internal/patchbay/language_model */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { languageModelApi } from "@/lib/llm/contract";
import { deleteLanguageModel, setLanguageModel, toldLanguageModel } from "@/lib/llm/project-model";

export const GET = defineRoute(languageModelApi.getLanguageModel, (_, caller) => toldLanguageModel(caller.projectId));
export const PUT = defineRoute(languageModelApi.setLanguageModel, ({ body }, caller) =>
  setLanguageModel(caller.projectId, body),
);
export const DELETE = defineRoute(languageModelApi.deleteLanguageModel, (_, caller) =>
  deleteLanguageModel(caller.projectId),
);
