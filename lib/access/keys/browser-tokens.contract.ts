/** Tokens with which the browser of an end user calls the API. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

const MAX_TOOLS = 50;

export const browserTokensApi = {
  createBrowserToken: operation({
    id: "browserTokens.create",
    method: "POST",
    path: "/api/v3/internal/patchbay/browser_tokens",
    own: true,
    tag: "API keys",
    auth: "project",
    permission: "connected_accounts:write",
    also: ["tool_execution:write"],
    audit: "browser_token.create",
    summary: "Create a token for the browser of one user; its value is only returned here",
    description:
      "For an API key of your backend. The token goes into x-api-key. It creates connect links, reads the accounts " +
      "of its user, and executes the named tools as this user; every other operation refuses it. " +
      "It expires with the API key that created it.",
    body: z.object({
      user_id: z.string().trim().min(1).max(MAX_ID),
      minutes: z
        .number({ error: "must be a number of minutes" })
        .int("must be a whole number of minutes")
        .min(5, "must be 5 minutes at least")
        .max(60, "must be 60 minutes at most")
        .default(15),
      tools: z
        .array(z.string().trim().min(1).max(MAX_ID))
        .max(MAX_TOOLS, `must name ${MAX_TOOLS} at most`)
        .default([])
        .meta({ description: "Slugs of the tools that the token can execute; none if left out" }),
    }),
    response: z.object({
      id: z.string(),
      token: z.string(),
      user_id: z.string(),
      tools: z.array(z.string()),
      expires_at: z.iso.datetime(),
    }),
    status: 201,
  }),
};
