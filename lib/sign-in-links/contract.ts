/** Links that sign in an end user whom the project's app knows. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Users";
const page = {
  path: "/sign-in/{token}",
  tag,
  auth: "link",
  permission: "link",
  audit: "none",
  own: true,
  params: z.object({ token: z.string().max(100) }),
  response: z.unknown(),
} as const;

export const signInLinksApi = {
  createSignInLink: operation({
    id: "createSignInLink",
    method: "POST",
    path: "/api/v3/internal/patchbay/sign_in_links",
    own: true,
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "sign_in_link.create",
    summary: "Create a one-time link that signs in an end user on this server's pages",
    description:
      "For your app, which knows who its user is: send the user's browser to url. " +
      "After a click there it may act as user_id for an hour: " +
      "see and end its connections (destination connections), decide about calls that wait (destination approvals), " +
      "or allow an MCP client on its consent page, to which return_to leads back.",
    body: z.object({
      user_id: z.string().trim().min(1, "must name a user").max(500, "must have at most 500 characters"),
      return_to: z
        .string()
        .trim()
        .max(6000, "must have at most 6000 characters")
        .optional()
        .meta({ description: "A page of this server, as the sign-in address of your app was given it" }),
      destination: z
        .enum(["connections", "approvals"])
        .optional()
        .meta({
          description:
            "The page that follows, in place of return_to: connections is the user's own page of connected accounts, " +
            "/my/connections; approvals that of calls about which the user decides, /my/approvals",
        }),
      expires_in_seconds: z
        .number()
        .int("must be a whole number")
        .min(60, "must be from 60 to 86400")
        .max(86_400, "must be from 60 to 86400")
        .default(600),
    }),
    response: z.object({ id: z.string(), url: z.string(), expires_at: z.iso.datetime() }),
    status: 201,
  }),
  showSignIn: operation({ id: "signIn.show", method: "GET", ...page, summary: "The page of a sign-in link" }),
  submitSignIn: operation({ id: "signIn.submit", method: "POST", ...page, summary: "Sign in by a link" }),
};
