/** Turns plain language into a tool's arguments, with the language model that the operator configured. */
import { z } from "zod";
import type { CatalogueTool as Tool } from "@/lib/catalog/read/catalogue";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { OutboundError, send, type OutboundResponse } from "@/lib/kernel/outbound/send";
import type { executionApi } from "./contract";
import type { ExecutionFacts } from "./sending/trace";

type Facts = Pick<ExecutionFacts, "signal" | "requestId" | "versions" | "onMissingVersion">;

export type TextInput = { text: string; description?: string | undefined; systemPrompt?: string | undefined };

const INSTRUCTIONS =
  "Call the function once with the arguments that the user's text asks for. Use only what the text says; leave out optional arguments that it does not mention. Never invent names, addresses or ids.";
const TIMEOUT_MS = 45_000;

/** The parts of a chat completion that are read (https://platform.openai.com/docs/api-reference/chat). */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
        }),
      }),
    )
    .min(1),
});

const noModel = () =>
  new ApiError("BadRequest", "This server has no language model that could turn text into arguments.", {
    suggestedFix:
      "Send the tool's arguments in the field arguments, or let the operator set PATCHBAY_LLM_BASE_URL and PATCHBAY_LLM_MODEL.",
  });

const failed = (why: string, cause?: unknown) =>
  new ApiError("Unavailable", `The language model could not turn the text into arguments: ${why}`, {
    suggestedFix: "Send the tool's arguments in the field arguments, or try again.",
    cause,
  });

function toChat(
  { slug, description, inputSchema }: Pick<Tool, "slug" | "description" | "inputSchema">,
  input: TextInput,
  model: string,
): object {
  const call = {
    type: "function",
    function: {
      name: slug.slice(0, 64),
      description: (input.description ?? description).slice(0, 4000),
      parameters: inputSchema,
    },
  };
  return {
    model,
    temperature: 0,
    messages: [
      { role: "system", content: input.systemPrompt ?? INSTRUCTIONS },
      { role: "user", content: input.text },
    ],
    tools: [call],
    tool_choice: { type: "function", function: { name: call.function.name } },
  };
}

/** The text inside a Markdown code fence; other text unchanged. */
function withoutFence(text: string): string {
  const plain = text.trim();
  if (!plain.startsWith("```")) return plain;
  const body = plain.endsWith("```") ? plain.slice(3, -3) : plain.slice(3);
  return body.startsWith("json") ? body.slice(4) : body;
}

/** The arguments in a model's answer: of its function call, or else JSON in its text, maybe in a code fence. */
function fromAnswer(response: OutboundResponse, on: Origin): Record<string, unknown> {
  if (response.status >= 300) {
    // Its message may repeat the caller's text or a part of the key, so it is not logged.
    log.warn(on, "the language model refused a request", { status: response.status });
    throw failed(`its server answered ${response.status}.`);
  }
  try {
    const { message } = Completion.parse(JSON.parse(response.body.toString("utf8"))).choices[0] ?? { message: {} };
    const text = message.tool_calls?.[0]?.function.arguments ?? message.content ?? "";
    return z.record(z.string(), z.unknown()).parse(JSON.parse(withoutFence(text)));
  } catch (error) {
    throw failed("its answer holds no arguments.", error);
  }
}

/**
 * Asks the configured model for the arguments of a tool. They are not checked yet.
 * @throws ApiError BadRequest without a configured model, Unavailable if the model gives no arguments
 */
export async function findArguments(
  projectId: string,
  tool: Pick<Tool, "slug" | "description" | "inputSchema">,
  input: TextInput,
  facts: Facts,
): Promise<Record<string, unknown>> {
  const { languageModel } = env();
  if (!languageModel) throw noModel();
  const { baseUrl, apiKey, model } = languageModel;
  try {
    return fromAnswer(
      await send({
        projectId,
        method: "POST",
        url: `${baseUrl}/chat/completions`,
        maxRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        maxBytes: 1024 * 1024,
        ...(facts.signal && { signal: facts.signal }),
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(toChat(tool, input, model)),
      }),
      facts,
    );
  } catch (error) {
    if (error instanceof OutboundError) throw failed(error.message, error);
    throw error;
  }
}

type DescribeInput = z.output<typeof executionApi.describeInput.body>;

/**
 * The arguments of a tool for a text, or a sentence that says why there are none.
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
