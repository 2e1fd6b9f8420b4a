/** The Slack channel in which a project asks its members to decide about calls. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { webAddress } from "@/lib/contract/texts";

const tag = "Approvals";
const path = "/api/v3/internal/patchbay/approval_slack";
const base = { own: true, tag, path } as const;

const Secret = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(500, "must have at most 500 characters")
  .regex(/^[\x21-\x7e]+$/, "must have no spaces or line breaks")
  .optional();

export const ApprovalSlack = z
  .object({
    project: z
      .object({
        channel: z.string(),
        api_url: z.string().nullable().meta({ description: "null for Slack's own" }),
        last_error: z.string().nullable().meta({ description: "Why the last message could not be sent" }),
        updated_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "null while nothing is sent to Slack" }),
    actions_url: z
      .string()
      .meta({ description: "The request URL for Interactivity in the settings of your Slack app" }),
  })
  .meta({ id: "ApprovalSlack" });

export const approvalSlackApi = {
  getApprovalSlack: operation({
    ...base,
    id: "getApprovalSlack",
    method: "GET",
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get the Slack channel that asks members to decide about calls",
    description: "The bot token and the signing secret are never returned.",
    response: ApprovalSlack,
  }),
  setApprovalSlack: operation({
    ...base,
    id: "setApprovalSlack",
    method: "PUT",
    auth: "session",
    permission: "project:write",
    audit: "approval_slack.set",
    fresh: true,
    summary: "Ask members in Slack to decide about calls",
    description:
      "The bot needs the scopes chat:write, users:read and users:read.email. " +
      "Who presses a button decides as the member with the same email, if that member may. " +
      "Left out, the stored token and secret stay, as long as api_url stays, too.",
    body: z.strictObject({
      channel: z
        .string()
        .trim()
        .max(30, "must have at most 30 characters")
        .regex(/^[A-Z0-9]{2,30}$/, "must be the ID of a channel, such as C0123456789"),
      bot_token: Secret,
      signing_secret: Secret,
      api_url: webAddress("must be an http(s) address such as https://slack.com/api")
        .refine((text) => !/[?#@]/.test(text), "must have no user name, password, ? or #")
        .optional()
        .meta({ description: "Only for another Slack than slack.com, such as GovSlack" }),
    }),
    response: ApprovalSlack,
  }),
  deleteApprovalSlack: operation({
    ...base,
    id: "deleteApprovalSlack",
    method: "DELETE",
    auth: "session",
    permission: "project:write",
    audit: "approval_slack.delete",
    fresh: true,
    summary: "Send nothing about calls to Slack any more",
    response: ApprovalSlack,
  }),
  testApprovalSlack: operation({
    ...base,
    id: "testApprovalSlack",
    method: "POST",
    path: `${path}/test`,
    auth: "session",
    permission: "project:write",
    audit: "approval_slack.test",
    summary: "Send a test message to the Slack channel",
    response: z.object({ works: z.boolean(), message: z.string(), duration_ms: z.number().int() }),
  }),
  receiveSlackAction: operation({
    ...base,
    id: "approvalSlack.action",
    method: "POST",
    path: `${path}/{project_id}/actions`,
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Receives the buttons that people press in Slack",
    description: "Only requests with Slack's signature of the last five minutes are accepted.",
    params: z.object({ project_id: z.string().max(200) }),
    response: z.unknown(),
  }),
};
