/** Sign-in to MCP servers with OAuth: clients, consent, tokens, a project's identity provider. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const open = {
  tag: "OAuth",
  auth: "none",
  permission: "public",
  audit: "none",
  own: true,
  response: z.unknown(),
} as const;

/** The segments of an address of an MCP server: `v3/mcp/{id}`, `v3/mcp/{id}/mcp`, and the older forms. */
const segment = z.string().min(1).max(200);
const address = z.object({ door: segment, kind: segment, id: segment });

export const oauthServerApi = {
  getOAuthServerMetadata: operation({
    id: "oauth.serverMetadata",
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    ...open,
    summary: "What the authorization server can do (RFC 8414)",
  }),
  getResourceMetadata: operation({
    id: "oauth.resourceMetadata",
    method: "GET",
    path: "/.well-known/oauth-protected-resource/{door}/{kind}/{id}",
    ...open,
    params: address,
    summary: "Who gives out tokens for an MCP server (RFC 9728)",
    description: "The path behind oauth-protected-resource is that of the MCP server, such as v3/mcp/{id}.",
  }),
  getLongResourceMetadata: operation({
    id: "oauth.longResourceMetadata",
    method: "GET",
    path: "/.well-known/oauth-protected-resource/{door}/{kind}/{id}/{end}",
    ...open,
    params: address.extend({ end: segment }),
    summary: "The same for the longer addresses of an MCP server",
  }),
  getShortResourceMetadata: operation({
    id: "oauth.shortResourceMetadata",
    method: "GET",
    path: "/.well-known/oauth-protected-resource/{door}/{kind}",
    ...open,
    params: address.omit({ id: true }),
    summary: "404 for the management server, which takes a key alone",
  }),
  getLongestResourceMetadata: operation({
    id: "oauth.longestResourceMetadata",
    method: "GET",
    path: "/.well-known/oauth-protected-resource/{door}/{kind}/{id}/{end}/{last}",
    ...open,
    params: address.extend({ end: segment, last: segment }),
    summary: "404 for the longest address of a session, which takes a key alone",
  }),
  registerClient: operation({
    id: "oauth.register",
    method: "POST",
    path: "/oauth/register",
    ...open,
    summary: "Register a client (RFC 7591)",
    description: "Clients that nobody uses for a day are deleted.",
    status: 201,
  }),
  authorize: operation({
    id: "oauth.authorize",
    method: "GET",
    path: "/oauth/authorize",
    ...open,
    summary: "The page on which a person allows a client to use an MCP server",
    description:
      "Takes response_type=code, client_id, redirect_uri, code_challenge with code_challenge_method=S256, " +
      "resource (the address of the MCP server) and state.",
  }),
  decide: operation({
    id: "oauth.decide",
    method: "POST",
    path: "/oauth/authorize",
    ...open,
    summary: "What the person decided on that page",
  }),
  token: operation({
    id: "oauth.token",
    method: "POST",
    path: "/oauth/token",
    ...open,
    summary: "Tokens for a code, for a refresh token, or for a machine client (RFC 6749)",
  }),
  revoke: operation({
    id: "oauth.revoke",
    method: "POST",
    path: "/oauth/revoke",
    ...open,
    summary: "End a token (RFC 7009)",
  }),
};
