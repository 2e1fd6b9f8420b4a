/** The published operations for the people behind command lines and agents. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { Email } from "./profile.contract";

const short = z.string().max(500);
const Anything = ofStoredFields(z.record(z.string(), z.unknown()));
const ofPerson = { tag: "Command line", auth: "user", permission: "profile:read", audit: "none" } as const;

export const consumerApi = {
  createCodactFailure: operation({
    ...ofPerson,
    id: "cli.createCodactFailure",
    method: "POST",
    path: "/api/v3/cli/codact_failures",
    summary: "Report a failure of a command line's agent; this server stores none of it",
    body: z.object({
      failure_type: z.enum(
        ["wrong_tool_slug", "wrong_tool_input_param"],
        "must be wrong_tool_slug or wrong_tool_input_param",
      ),
      tool_info: z
        .object({ toolkit: short.optional(), tool: z.object({ slug: short, version: short }).optional() })
        .optional(),
      ctx: Anything,
      session: Anything,
      request_id: z.string().min(1).max(200).optional(),
    }),
    response: z.object({ tracked: z.boolean(), id: z.string() }),
  }),
  resolveConsumerProject: operation({
    ...ofPerson,
    id: "org.consumer.project.resolve",
    method: "POST",
    path: "/api/v3/org/consumer/project/resolve",
    summary: "Show the project and the user ID that a person's own command line works with",
    description:
      "The oldest project of the organization in x-org-id, or else of your first organization. The user ID is that of " +
      "the person.",
    response: z.object({
      project_id: z.string(),
      project_nano_id: z.string(),
      project_name: z.string(),
      org_id: z.string(),
      project_type: z.literal("CONSUMER"),
      consumer_user_id: z.string(),
    }),
  }),
  listConsumerToolkits: operation({
    ...ofPerson,
    id: "org.consumer.listConnectedToolkits",
    method: "GET",
    path: "/api/v3/org/consumer/connected_toolkits",
    summary: "List the toolkits to which a user of that project has an active connection",
    query: z.object({ user_id: z.string().min(1).max(500) }),
    response: z.object({ toolkits: z.array(z.string()) }),
  }),
  createClaim: operation({
    id: "org.clanker.createClaim",
    method: "POST",
    path: "/api/v3/org/clanker/create_claim",
    tag: "Projects",
    auth: "organization",
    permission: "organization:write",
    audit: "organization.claim",
    summary: "Refused (409): every organization of this server belongs to a person already",
    body: z.object({ human_email: Email }),
    response: z.object({ claim_slug: z.string(), expires_at: z.iso.datetime() }),
  }),
};
