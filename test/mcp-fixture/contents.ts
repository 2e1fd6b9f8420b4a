/** Contents, prompts and resources that the protocol's conformance suites expect of a server. */
import { isObject } from "@/lib/kernel/text/is-object";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import { Ask, type InputRequest, type Method } from "@/lib/mcp-protocol/surface";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const text = (value: string) => ({ type: "text", text: value });
export const image = { type: "image", data: PNG, mimeType: "image/png" };
export const audio = { type: "audio", data: WAV, mimeType: "audio/wav" };
export const embedded = (uri: string, value: string, mimeType = "text/plain") => ({
  type: "resource",
  resource: { uri, mimeType, text: value },
});

export const form = (message: string, properties: object, required?: string[]): InputRequest => ({
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties, ...(required && { required }) } },
});
export const sampling = (prompt: string): InputRequest => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(prompt) }], maxTokens: 100 },
});

const user = (...contents: object[]) => ({ messages: contents.map((content) => ({ role: "user", content })) });

const PROMPTS: Record<string, Method> = {
  test_simple_prompt: async () => user(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: async ({ arguments: args }) => {
    const { arg1, arg2 } = args as Record<string, string>;
    return user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`));
  },
  test_prompt_with_embedded_resource: async ({ arguments: args }) =>
    user(
      embedded((args as Record<string, string>).resourceUri ?? "", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ),
  test_prompt_with_image: async () => user(image, text("Please analyze the image above.")),
  test_input_required_result_prompt: async (_, { answers }) =>
    isObject(answers?.user_context)
      ? user(text(JSON.stringify(answers.user_context)))
      : new Ask({
          user_context: form("What context should the prompt use?", { context: { type: "string" } }, ["context"]),
        }),
};

const ARGUMENTS: Record<string, string[]> = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

function read(uri: unknown): object {
  if (uri === "test://static-text")
    return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  const id = typeof uri === "string" ? /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1] : undefined;
  if (id === undefined) throw new RpcError(CODE.invalidParams, "Resource not found", { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}

const resource = (uri: string, name: string, mimeType: string) => ({ uri, name, description: `A ${name}`, mimeType });

export const METHODS: Record<string, Method> = {
  "prompts/list": async () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({
      name,
      description: `The prompt ${name}`,
      ...(ARGUMENTS[name] && {
        arguments: ARGUMENTS[name].map((argument) => ({ name: argument, description: argument, required: true })),
      }),
    })),
  }),
  "prompts/get": async (params, context) => {
    const prompt = PROMPTS[String(params.name)];
    if (!prompt) throw new RpcError(CODE.invalidParams, "Unknown prompt");
    return prompt(params, context);
  },
  "resources/list": async () => ({
    resources: [
      resource("test://static-text", "text", "text/plain"),
      resource("test://static-binary", "picture", "image/png"),
      resource("test://watched-resource", "watched text", "text/plain"),
    ],
  }),
  "resources/templates/list": async () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  }),
  "resources/read": async ({ uri }) => ({ contents: [read(uri)] }),
  "resources/subscribe": async () => ({}),
  "resources/unsubscribe": async () => ({}),
  "logging/setLevel": async () => ({}),
  "completion/complete": async () => ({ completion: { values: ["paris", "park", "party"], total: 3, hasMore: false } }),
};
