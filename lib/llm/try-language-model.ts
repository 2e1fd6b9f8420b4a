/** One short question to the project's language model, so that a person sees whether the settings are right. */
import type { z } from "zod";
import { complete, LanguageModelError } from "./complete";
import type { languageModelApi } from "./contract";
import { findLanguageModel } from "./project-model";

type TestResult = z.input<typeof languageModelApi.testLanguageModel.response>;

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 256 * 1024;
const TOOL = {
  name: "say_hello",
  description: "Says hello.",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};
const NOTHING = "No language model is set: write its address and its name, and save them first.";

/** The answer contains the error: a model that does not answer is not a fault of the request. */
export async function tryLanguageModel(projectId: string, signal?: AbortSignal): Promise<TestResult> {
  const startMs = performance.now();
  const toResult = (works: boolean, calls: boolean, message: string): TestResult => ({
    works,
    calls_tools: calls,
    message,
    duration_ms: Math.round(performance.now() - startMs),
  });
  const model = await findLanguageModel(projectId);
  if (!model) return toResult(false, false, NOTHING);
  try {
    const { calls } = await complete(model, {
      projectId,
      messages: [{ role: "user", content: "Call the function say_hello with the name Ada." }],
      tools: [TOOL],
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (calls.some(({ name }) => name === TOOL.name)) return toResult(true, true, "It answers, and calls tools.");
    return toResult(
      true,
      false,
      "It answers, but did not call the tool that it was asked to call. Agents need a model that does.",
    );
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    return toResult(false, false, `It gave no answer: ${error.message}`);
  }
}
