/** Whether calls of an existing program would run here. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_TEXT, OUTCOMES } from "./constants";

const JudgedCall = z
  .object({
    /** From 1, in the order of the text. */
    call: z.number(),
    tool: z.string(),
    outcome: z.enum(OUTCOMES),
    /** Names that stand for others, and for which. */
    moved: z.array(z.object({ from: z.string(), to: z.string() })),
    warnings: z.array(z.string()),
    errors: z.array(z.string()),
  })
  .meta({ id: "JudgedCall" });

export const fitApi = {
  checkCalls: operation({
    id: "checkToolCalls",
    method: "POST",
    path: "/api/v3/internal/patchbay/check_calls",
    own: true,
    tag: "Tools",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "Check which calls of an existing program are valid, which are translated and which would fail; runs none",
    body: z.object({
      text: z.string().min(1, "must not be empty").max(MAX_TEXT).meta({
        description:
          "JSON or JSON lines: calls with a tool and its arguments, tool calls of OpenAI or Anthropic, or an export of the logs",
      }),
    }),
    response: z.object({
      summary: z.object({
        fits: z.number(),
        translated: z.number(),
        ignored: z.number(),
        fails: z.number(),
        not_a_tool: z.number(),
      }),
      calls: z.array(JudgedCall),
    }),
  }),
};
