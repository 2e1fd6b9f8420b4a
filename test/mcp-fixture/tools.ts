/** Tools that the protocol's conformance suites expect of a server. */
import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import { Ask, type CallContext, type Members } from "@/lib/mcp-protocol/surface";
import { audio, embedded, form, image, sampling, text } from "./contents";

type Tool = (args: Values, context: CallContext) => Members | Ask | Promise<Members | Ask>;

const says = (...contents: object[]): Members => ({ content: contents });

const KEY = randomBytes(32);
const sealed = (state: string): string => `${state}.${createHmac("sha256", KEY).update(state).digest("hex")}`;
const openState = (state: string | undefined): string | undefined => {
  const plain = state?.slice(0, state.lastIndexOf("."));
  if (state !== undefined && (plain === undefined || sealed(plain) !== state))
    throw new RpcError(CODE.invalidParams, "The state was changed");
  return plain;
};

const NAME = form("What is your name?", { name: { type: "string" } }, ["name"]);
const OK = form("Please confirm", { ok: { type: "boolean" } }, ["ok"]);
const DEFAULTS = form("Values with defaults", {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
});
const titled = (...titles: string[]) => titles.map((title, index) => ({ const: `value${index + 1}`, title }));
const ENUMS = form("Choices", {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: { type: "string", oneOf: titled("First Option", "Second Option", "Third Option") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
  titledMulti: { type: "array", items: { anyOf: titled("First Choice", "Second Choice", "Third Choice") } },
});

/** A tool that asks one question and returns the answer. */
const asks =
  (request: Ask["requests"], tell: (answers: Values) => string, state?: string): Tool =>
  (_, { answers, state: requestState }) => {
    const plain = openState(requestState);
    if (!answers || !Object.keys(request).every((name) => isObject(answers[name])))
      return new Ask(request, state === undefined ? undefined : sealed(state));
    return says(text(`${tell(answers)}${plain === undefined ? "" : " state-ok"}`));
  };

const completed = (answers: Values): string => {
  const { action, content } = answers.it as Values;
  return `Elicitation completed: action=${String(action)}, content=${JSON.stringify(content)}`;
};

const twice: Tool = (_, { answers, state }) => {
  const done = openState(state);
  if (done === "2" && isObject(answers?.step2)) return says(text("Both steps are done."));
  if (done === "1" && isObject(answers?.step1))
    return new Ask(
      { step2: form("Step 2: What is your favorite color?", { color: { type: "string" } }, ["color"]) },
      sealed("2"),
    );
  return new Ask({ step1: form("Step 1: What is your name?", { name: { type: "string" } }, ["name"]) }, sealed("1"));
};

const PROGRESS: Tool = async (_, { progress }) => {
  for (const done of [0, 50, 100]) {
    progress({ progress: done, total: 100 });
    await sleep(5);
  }
  return says(text("Done."));
};

const LOGS: Tool = async (_, { tell }) => {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    tell("notifications/message", { level: "info", data });
    await sleep(5);
  }
  return says(text("Logged."));
};

/** @param changed called with the kind of list that the tool changed */
export const toTools = (changed: (kind: "tools" | "prompts") => void): Record<string, Tool> => ({
  test_simple_text: () => says(text("This is a simple text response for testing.")),
  test_image_content: () => says(image),
  test_audio_content: () => says(audio),
  test_embedded_resource: () => says(embedded("test://embedded-resource", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    says(
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ),
  test_error_handling: () => ({ ...says(text("This tool intentionally returns an error for testing")), isError: true }),
  test_tool_with_logging: LOGS,
  test_logging_tool: LOGS,
  test_tool_with_progress: PROGRESS,
  test_sampling: ({ prompt }, context) =>
    asks({ it: sampling(String(prompt)) }, ({ it }) => `LLM response: ${JSON.stringify(it)}`)({}, context),
  test_elicitation: ({ message }, context) =>
    asks(
      { it: form(String(message), { username: { type: "string" }, email: { type: "string" } }, ["username", "email"]) },
      ({ it }) => `User response: ${JSON.stringify(it)}`,
    )({}, context),
  test_streaming_elicitation: asks({ it: NAME }, completed),
  test_elicitation_sep1034_defaults: asks({ it: DEFAULTS }, completed),
  test_elicitation_sep1330_enums: asks({ it: ENUMS }, completed),
  test_missing_capability: asks({ it: sampling("Hello") }, () => "asked"),
  test_input_required_result_elicitation: asks(
    { user_name: NAME },
    ({ user_name }) => `Hello, ${String(((user_name as Values).content as Values | undefined)?.name)}!`,
  ),
  test_input_required_result_sampling: asks({ capital_question: sampling("What is the capital of France?") }, (all) =>
    JSON.stringify(all),
  ),
  test_input_required_result_list_roots: asks({ client_roots: { method: "roots/list", params: {} } }, (all) =>
    JSON.stringify(all),
  ),
  test_input_required_result_request_state: asks({ confirm: OK }, () => "Confirmed.", "waiting"),
  test_input_required_result_tampered_state: asks({ confirm: OK }, () => "Confirmed.", "waiting"),
  test_input_required_result_multiple_inputs: asks(
    {
      user_name: NAME,
      greeting: sampling("Generate a greeting"),
      client_roots: { method: "roots/list", params: {} },
    },
    (all) => JSON.stringify(all),
    "waiting",
  ),
  test_input_required_result_multi_round: twice,
  test_input_required_result_capabilities: (args, context) => {
    const all = { name: NAME, greeting: sampling("Generate a greeting") };
    const requests = Object.entries(all).filter(([, request]) => context.canAsk(request));
    return asks(Object.fromEntries(requests), (answers) => JSON.stringify(answers))(args, context);
  },
  test_trigger_tool_change: () => {
    changed("tools");
    return says(text("The tools changed."));
  },
  test_trigger_prompt_change: () => {
    changed("prompts");
    return says(text("The prompts changed."));
  },
});

const SCHEMA_2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const described = (name: string, inputSchema: object = { type: "object" }) => ({
  name,
  description: `The tool ${name}`,
  inputSchema,
});

export const describeTools = (tools: object): object[] => [
  ...Object.keys(tools).map((name) => described(name)),
  described("json_schema_2020_12_tool", SCHEMA_2020),
];
