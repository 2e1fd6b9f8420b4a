/**
 * What an MCP server asks a person in the middle of a call (elicitation), as far as it is passed on. A server can send
 * anything, and what it sends is shown to a person.
 */
import { z } from "zod";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { MAX_FIELDS, MAX_QUESTION } from "./constants";

const message = z.string().max(2000);

/** Forms are flat by the protocol, so that every client can show them. */
const Field = z
  .looseObject({ type: z.enum(["string", "number", "integer", "boolean", "array"]) })
  .refine((field) => field.properties === undefined);

const Form = z.object({
  mode: z.literal("form").default("form"),
  message,
  requestedSchema: z.looseObject({
    type: z.literal("object"),
    properties: z.record(z.string().max(100), Field).refine((fields) => Object.keys(fields).length <= MAX_FIELDS),
  }),
});
const Page = z.object({
  mode: z.literal("url"),
  message,
  // Without a password that would look like another host.
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine((url) => new URL(url).username === "" && new URL(url).password === ""),
  elicitationId: z.string().max(500),
});

export type ServerQuestion = z.output<typeof Form> | z.output<typeof Page>;
type QuestionMode = ServerQuestion["mode"];

/** Whoever can answer the questions of a server: the caller of the tool, by a client that can ask a person. */
export type Questioner = {
  modes: readonly QuestionMode[];
  /** Null if nobody answers. */
  ask: (question: ServerQuestion) => Promise<Values | null>;
};

/** The question, if it is one that is passed on. */
export function readQuestion(params: unknown): ServerQuestion | undefined {
  if (!isObject(params) || JSON.stringify(params).length > MAX_QUESTION) return undefined;
  return (params.mode === "url" ? Page : Form).safeParse(params).data;
}

export type QuestionAnswer = {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string | number | boolean | string[]>;
};

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** The answer as the server gets it: of the fields that it asked for only. */
export function readAnswer(question: ServerQuestion, answer: Values | null): QuestionAnswer {
  if (answer?.action === "decline") return { action: "decline" };
  if (answer?.action !== "accept") return { action: "cancel" };
  if (question.mode === "url") return { action: "accept" };
  const fields = question.requestedSchema.properties;
  const content = Object.entries(isObject(answer.content) ? answer.content : {}).flatMap(([name, value]) => {
    const { data } = Value.safeParse(value);
    return Object.hasOwn(fields, name) && data !== undefined ? [[name, data] as const] : [];
  });
  return JSON.stringify(content).length > MAX_QUESTION
    ? { action: "cancel" }
    : { action: "accept", content: Object.fromEntries(content) };
}
