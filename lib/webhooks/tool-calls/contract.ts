/** The tool-execution webhook of a project: a receiver that decides about every call. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { webAddress } from "@/lib/contract/texts";

const path = "/api/v3/internal/patchbay/project/tool_webhook";
const shared = { own: true, tag: "Policies", auth: "project" } as const;
const bounds = "must be from 1 to 30";

const ToolWebhook = z
  .object({
    url: z.string(),
    before_execute: z.boolean().meta({ description: "It is asked before a call runs" }),
    after_execute: z.boolean().meta({ description: "It is asked about the result before anyone gets it" }),
    timeout_seconds: z.number().int(),
    on_failure: z.enum(["block", "continue"]),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "ToolWebhook" });

export const toolWebhookApi = {
  getToolWebhook: operation({
    ...shared,
    id: "getToolWebhook",
    method: "GET",
    path,
    permission: "project:read",
    audit: "none",
    summary: "Show the tool-execution webhook of the project",
    response: z.object({ webhook: ToolWebhook.nullable() }),
  }),
  setToolWebhook: operation({
    ...shared,
    id: "setToolWebhook",
    method: "PUT",
    path,
    permission: "project:write",
    audit: "tool_webhook.set",
    fresh: true,
    summary: "Have every call of a tool, and every proxied request, decided by a receiver of yours",
    description:
      "The requests have the form of those to receivers of session hooks. The response contains the secret that signs " +
      "them when the webhook is created, and null when it is changed.",
    body: z.object({
      url: webAddress("must be an http or https address"),
      before_execute: z.boolean().default(true),
      after_execute: z.boolean().default(false),
      timeout_seconds: z.number().int().min(1, bounds).max(30, bounds).default(5),
      on_failure: z.enum(["block", "continue"]).default("block").meta({
        description: "What happens to a call for which there is no verdict",
      }),
    }),
    response: z.object({ webhook: ToolWebhook, secret: z.string().nullable() }),
  }),
  rotateToolWebhookSecret: operation({
    ...shared,
    id: "rotateToolWebhookSecret",
    method: "POST",
    path: `${path}/rotate_secret`,
    permission: "project:write",
    audit: "tool_webhook.rotate_secret",
    fresh: true,
    summary: "Replace the secret of the tool-execution webhook; the previous one signs nothing from then on",
    response: z.object({ secret: z.string() }),
  }),
  deleteToolWebhook: operation({
    ...shared,
    id: "deleteToolWebhook",
    method: "DELETE",
    path,
    permission: "project:write",
    audit: "tool_webhook.delete",
    fresh: true,
    summary: "Delete the tool-execution webhook: calls run without it immediately",
    response: z.object({ deleted: z.literal(true) }),
  }),
};
