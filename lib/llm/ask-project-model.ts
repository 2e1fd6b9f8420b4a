/** Asks the language model that a project uses, for its tools and its code. */
import { complete, LanguageModelError, type Message } from "./complete";
import { findLanguageModel } from "./project-model";

const MAX_BYTES = 4 * 1024 * 1024;
const NO_MODEL = "There is no language model. Set one for the project, or PATCHBAY_LLM_BASE_URL for the server.";

type ModelQuestion = {
  messages: Message[];
  temperature?: number | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/** The model's answer and its name; or the reason why there is no answer, in words without secrets. */
export async function askProjectModel(
  projectId: string,
  { messages, temperature, timeoutMs, signal }: ModelQuestion,
): Promise<{ text: string; model: string } | { error: string }> {
  const languageModel = await findLanguageModel(projectId);
  if (!languageModel) return { error: NO_MODEL };
  try {
    const { text } = await complete(languageModel, {
      projectId,
      messages,
      ...(temperature !== undefined && { temperature }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
    });
    return { text: text ?? "", model: languageModel.model };
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    return { error: `The language model didn't respond: ${error.message}` };
  }
}
