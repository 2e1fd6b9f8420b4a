/**
 * Perplexity's answers come from its Agent API, which took the place of the Sonar chat completions on
 * 27 September 2026 (https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to).
 */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Message = { role: string; content: unknown };
type Question = {
  model?: string;
  messages?: Message[];
  max_tokens?: number;
  temperature?: number;
  top_p?: number;
  search_domain_filter?: string[];
  search_recency_filter?: string;
  search_after_date_filter?: string;
  search_before_date_filter?: string;
  last_updated_after_filter?: string;
  last_updated_before_filter?: string;
  search_context_size?: string;
};
type Source = { title?: string; url?: string; snippet?: string; date?: string };
type OutputItem = {
  type?: string;
  content?: { type?: string; text?: string; annotations?: Source[] }[];
  results?: Source[];
};
type AgentAnswer = {
  id?: string;
  model?: string;
  created_at?: number;
  status?: string;
  output?: OutputItem[];
  usage?: unknown;
  error?: { message?: string };
};

const PRESETS: Readonly<Record<string, string>> = {
  sonar: "fast",
  "sonar-pro": "low",
  "sonar-reasoning": "medium",
  "sonar-reasoning-pro": "medium",
  "sonar-deep-research": "high",
};

/** A name with a slash is a model of a provider; it searches the web only if the tool is named. */
const engineOf = (model: string): Record<string, string> =>
  model.includes("/") ? { model } : { preset: Object.hasOwn(PRESETS, model) ? (PRESETS[model] ?? model) : model };

type Part = { type?: string; text?: string; image_url?: string | { url?: string } };

/** Texts stay as they are; parts of chat completions get the names of the Agent API. */
function toContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: Part) => {
    if (part.type === "text") return { type: "input_text", text: part.text };
    if (part.type !== "image_url") return part;
    const { image_url: image } = part;
    return { type: "input_image", image_url: typeof image === "object" ? image.url : image };
  });
}

function toRequest({ model = "sonar", messages = [], max_tokens, temperature, top_p, ...filters }: Question) {
  const named = Object.entries({
    search_domain_filter: filters.search_domain_filter,
    search_recency_filter: filters.search_recency_filter,
    search_after_date_filter: filters.search_after_date_filter,
    search_before_date_filter: filters.search_before_date_filter,
    last_updated_after_filter: filters.last_updated_after_filter,
    last_updated_before_filter: filters.last_updated_before_filter,
  }).filter(([, value]) => value !== undefined);
  const settings = {
    ...(named.length > 0 && { filters: Object.fromEntries(named) }),
    ...(filters.search_context_size && { search_context_size: filters.search_context_size }),
  };
  const search = { type: "web_search", ...settings };
  return {
    ...engineOf(model),
    input: messages.map(({ role, content }) => ({ type: "message", role, content: toContent(content) })),
    ...(max_tokens !== undefined && { max_output_tokens: max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...((Object.keys(settings).length > 0 || model.includes("/")) && { tools: [search] }),
  };
}

const parts = (output: readonly OutputItem[]) =>
  output.flatMap(({ type, content }) => (type === "message" ? (content ?? []) : []));

/** The results of its searches, or else what the text itself refers to; each address once. */
function sourcesOf(output: readonly OutputItem[]): Source[] {
  const results = output.flatMap((item) => (item.type === "search_results" ? (item.results ?? []) : []));
  const annotations = parts(output).flatMap((part) => part.annotations ?? []);
  const byUrl = new Map<string, Source>();
  for (const source of results.length > 0 ? results : annotations)
    if (source.url && !byUrl.has(source.url)) byUrl.set(source.url, source);
  return [...byUrl.values()];
}

const ask: ToolHandler = async (question: Question, { call, fail }) => {
  const { data } = await call({ method: "POST", path: "/v1/agent", body: toRequest(question) });
  const { id, model, created_at, status, output = [], usage, error } = data as AgentAnswer;
  if (status === "failed") return fail(error?.message ?? "Perplexity could not answer.");
  const text = parts(output)
    .map((part) => part.text ?? "")
    .join("");
  const sources = sourcesOf(output);
  return {
    id,
    model,
    created: created_at,
    status,
    answer: text,
    citations: sources.map(({ url }) => url),
    search_results: sources,
    usage,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        finish_reason: status === "incomplete" ? "length" : "stop",
        message: { role: "assistant", content: text },
      },
    ],
  };
};

export const handlers: ToolHandlers = { ask };
