/** A conversation with a language model that uses the tools of a session. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { ModelAddress } from "@/lib/llm/contract";
import { MAX_CALLS, MAX_HISTORY, MAX_SECONDS, MAX_TASK_CHARS } from "./constants";
import type { AgentEvents } from "./contract";

const id = z.string().max(200);
const atMost = (most: number) =>
  z.number().int("must be a whole number").min(1, `must be from 1 to ${most}`).max(most, `must be from 1 to ${most}`);

/** A message of the conversation before. There is none of the system: the server writes it. */
export const ChatMessage = z.discriminatedUnion("role", [
  z.object({ role: z.literal("user"), content: z.string().max(MAX_TASK_CHARS) }),
  z.object({
    role: z.literal("assistant"),
    content: z.string().max(200_000).nullable(),
    calls: z
      .array(z.object({ id, name: id, arguments: z.string().max(200_000) }))
      .max(100)
      .optional(),
  }),
  z.object({ role: z.literal("tool"), call_id: id, content: z.string().max(100_000) }),
]);

/** The events of one turn: those of an agent, and three more. */
export type ChatEvents = AgentEvents & {
  /** A piece of the text that the model writes; `said` has all of it. */
  text: { piece: string };
  /** For one answer of the model. Estimated by the length if its server counts nothing. */
  tokens: { input: number; output: number; is_estimate: boolean };
  /** To be sent with the next turn. */
  message: z.output<typeof ChatMessage>;
};

export const chatApi = {
  chat: operation({
    id: "chatInSession",
    method: "POST",
    path: "/api/v3/internal/patchbay/console/chat",
    own: true,
    tag: "Console",
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    summary: "Continue a conversation in which a language model uses the tools of a session",
    description:
      "Server-sent events until the model has answered: asking, text, tokens, said, call, approval, answer, message, end. " +
      "The server keeps no conversation: send the messages of earlier turns as history. " +
      "model is used for this turn only; it is neither stored nor logged. Without it, the project's model answers. " +
      "Closing the connection stops the turn.",
    body: z.object({
      session_id: z.string().trim().min(1, "must name a session").max(200),
      message: z
        .string()
        .trim()
        .min(1, "must say something")
        .max(MAX_TASK_CHARS, "must have at most 10,000 characters"),
      history: z.array(ChatMessage).max(MAX_HISTORY, `must have at most ${MAX_HISTORY} messages`).default([]),
      max_calls: atMost(MAX_CALLS).default(20),
      max_seconds: atMost(MAX_SECONDS).default(240),
      model: z
        .object({
          base_url: ModelAddress,
          model: z.string().trim().min(1, "must name a model").max(200, "must have at most 200 characters"),
          api_key: z
            .string()
            .trim()
            .min(1, "must not be empty")
            .max(2000, "must have at most 2000 characters")
            .optional(),
        })
        .optional(),
    }),
    response: z.unknown(),
  }),
};
