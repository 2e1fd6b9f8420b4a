/** What the form of the language model takes. Loaded after the page, because the schemas are large. */
import { languageModelApi } from "@/lib/llm/contract";

export const Model = languageModelApi.setLanguageModel.body;
