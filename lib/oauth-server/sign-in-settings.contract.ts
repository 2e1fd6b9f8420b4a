/** How the users of a project prove who they are to an MCP server, without an account here. */
import { z } from "zod";
import { hasControls } from "@/lib/contract/texts";
import { operation } from "@/lib/contract/operation";

const tag = "MCP";
const path = "/api/v3/internal/patchbay/mcp/sign_in";

const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || isLocal) && username === "" && password === "" && !text.includes("#");
};
const address = z
  .string()
  .trim()
  .max(2000, "must have at most 2000 characters")
  .refine(
    (text) => isSafe(text) && !hasControls(text),
    "must be an https address without a user name, without # and without control characters",
  );
const words = z.string().trim().min(1, "must not be empty").max(500, "must have at most 500 characters");

const IdentityProvider = z.object({
  issuer: words.meta({ description: "What iss of its tokens says" }),
  jwks_url: address.meta({ description: "Where its public keys are" }),
  audience: words.meta({ description: "What aud of tokens for this project's MCP servers says" }),
  user_claim: words.default("sub").meta({ description: "The claim that is the user_id; a.b is b inside of a" }),
  toolkits_claim: words
    .nullish()
    .meta({ description: "The claim that names the toolkits its user may use; tokens without it then reach none" }),
});

const NEEDED = ["issuer", "jwks_url", "audience"] as const;

/** The same as one level of fields, for a form: an identity provider has all of what it needs, or nothing at all. */
export const SignInFields = z
  .object({ sign_in_url: address, ...IdentityProvider.shape, user_claim: words, toolkits_claim: words })
  .partial()
  .superRefine((provider, context) => {
    if (NEEDED.every((name) => provider[name] === undefined)) return;
    for (const name of NEEDED)
      if (provider[name] === undefined)
        context.addIssue({ code: "custom", path: [name], message: "must be there for an identity provider" });
  });

export const McpSignIn = z
  .object({
    sign_in_url: z.string().nullable(),
    identity_provider: z
      .object({
        issuer: z.string(),
        jwks_url: z.string(),
        audience: z.string(),
        user_claim: z.string(),
        toolkits_claim: z.string().nullable(),
      })
      .nullable(),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "McpSignIn" });

export const mcpSignInApi = {
  getMcpSignIn: operation({
    id: "getMcpSignIn",
    method: "GET",
    path,
    own: true,
    tag,
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get how the project's users sign in to its MCP servers",
    response: McpSignIn,
  }),
  setMcpSignIn: operation({
    id: "setMcpSignIn",
    method: "PUT",
    path,
    own: true,
    tag,
    auth: "session",
    permission: "project:write",
    audit: "mcp_sign_in.set",
    fresh: true,
    summary: "Set how the project's users sign in to its MCP servers",
    description:
      "sign_in_url is a page of your app: " +
      "whoever is not signed in on the consent page is led there with return_to, " +
      "and your app sends them back with a sign-in link. " +
      "identity_provider is one whose tokens (JWT) count at the MCP endpoints as they are. " +
      "What is left out is taken away.",
    body: z.object({ sign_in_url: address.nullish(), identity_provider: IdentityProvider.nullish() }),
    response: McpSignIn,
  }),
};
