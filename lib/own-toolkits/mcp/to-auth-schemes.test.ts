/** The server that an address for discovery belongs to. */
import { expect, it } from "vitest";
import { serverOf } from "./to-auth-schemes";

it.each([
  ["https://a.example.com/.well-known/oauth-authorization-server", "https://a.example.com"],
  ["https://a.example.com/.well-known/oauth-authorization-server/tenant", "https://a.example.com/tenant"],
  ["https://a.example.com/tenant/.well-known/openid-configuration", "https://a.example.com/tenant"],
  ["https://a.example.com/mcp", "https://a.example.com/mcp"],
])("%s is of %s", (address, server) => expect(serverOf(address)).toBe(server));
