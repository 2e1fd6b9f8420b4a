/** Turns plain language into a tool's arguments, with the language model that the operator configured. */
import { z } from "zod";
import type { CatalogTool as Tool } from "@/lib/catalog/read/catalog";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { complete, LanguageModelError, readJson, type Answer } from "@/lib/llm/complete";
import { findLanguageModel } from "@/lib/llm/project-model";
import type { executionApi } from "./contract";
import type { ExecutionFacts } from "./execution-facts";

type Facts = Pick<ExecutionFacts, "signal" | "requestId" | "versions" | "onMissingVersion">;

export type TextInput = { text: string; description?: string | undefined; systemPrompt?: string | undefined };

const INSTRUCTIONS =
  "Call the function once with the arguments that the user's text asks for. " +
  "Use only what the text says; leave out optional arguments that it does not mention. " +
  "Never invent names, addresses or ids.";
const TIMEOUT_MS = 45_000;
const MAX_BYTES = 1024 * 1024;

const noModel = () =>
  new ApiError("BadRequest", "There is no language model that could turn text into arguments.", {
    suggestedFix:
      "Send the tool's arguments in the field arguments, " +
      "or set a language model under Settings (the operator: PATCHBAY_LLM_BASE_URL and PATCHBAY_LLM_MODEL).",
  });

const failed = (why: string, cause?: unknown) =>
  new ApiError("Unavailable", `The language model could not turn the text into arguments: ${why}`, {
    suggestedFix: "Send the tool's arguments in the field arguments, or try again.",
    cause,
  });

type Described = Pick<Tool, "slug" | "description" | "inputSchema">;

function toQuestion({ slug, description, inputSchema }: Described, input: TextInput) {
  const tool = {
    name: slug.slice(0, 64),
    description: (input.description ?? description).slice(0, 4000),
    parameters: inputSchema,
  };
  return {
    temperature: 0,
    messages: [
      { role: "system" as const, content: input.systemPrompt ?? INSTRUCTIONS },
      { role: "user" as const, content: input.text },
    ],
    tools: [tool],
    callTool: tool.name,
  };
}

/** The arguments in a model's answer: of its function call, or else JSON in its text. */
const fromAnswer = ({ text, calls }: Answer): Record<string, unknown> =>
  readJson(calls[0]?.arguments ?? text ?? "", z.record(z.string(), z.unknown()));

/**
 * Asks the configured model for the arguments of a tool. They are not checked yet.
 * @throws ApiError BadRequest without a configured model, Unavailable if the model gives no arguments
 */
export async function findArguments(
  projectId: string,
  tool: Described,
  input: TextInput,
  facts: Facts,
): Promise<Record<string, unknown>> {
  const languageModel = await findLanguageModel(projectId);
  if (!languageModel) throw noModel();
  try {
    const question = { projectId, ...toQuestion(tool, input), timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    return fromAnswer(await complete(languageModel, { ...question, signal: facts.signal }));
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    if (error.kind === "refused") log.warn(facts, "the language model refused a request", { status: error.status });
    throw failed(error.kind === "unreadable" ? "its response has no arguments." : error.message, error);
  }
}

type DescribeInput = z.output<typeof executionApi.describeInput.body>;

/**
 * The arguments of a tool for a text, or a sentence with the reason why they were not found.
 * @throws ApiError NotFound for an unknown tool, BadRequest without a configured model
 */
export async function describeInput(
  projectId: string,
  slug: string,
  body: DescribeInput,
  facts: Facts,
): Promise<z.output<typeof executionApi.describeInput.response>> {
  const choice = { ...facts.versions, asked: body.version ?? undefined };
  const { tool, missing } = await requireChosenTool(projectId, slug, choice);
  if (missing) facts.onMissingVersion?.(missing);
  try {
    return {
      arguments: await findArguments(
        projectId,
        tool,
        {
          text: body.text,
          description: body.custom_description ?? undefined,
          systemPrompt: body.system_prompt ?? undefined,
        },
        facts,
      ),
    };
  } catch (error) {
    if (error instanceof ApiError && error.kind === "Unavailable") return { error: error.message };
    throw error;
  }
}
