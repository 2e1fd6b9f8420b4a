/**
 * The choosers of the addresses that this server calls: a list of private hosts is only for those whom its setting
 * names, and for no stranger.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

/** Files that call out, their list of private hosts, and the chooser of the address. */
const CALLERS: Record<string, [sender: string, chosen: string]> = {
  "lib/access/sso/ask-provider.ts": ["tools", "who leads the organization, and the provider that they name"],
  "lib/approval-messages/mail/send-mail.ts": ["tools", "who may change the project"],
  "lib/approval-messages/slack/call-slack.ts": ["tools", "who may change the project"],
  "lib/auth-configs/test-redirect.ts": ["tools", "who may change auth configs"],
  "lib/connected-accounts/oauth/discover-values.ts": ["tools", "the toolkit's file, or an auth config's token URL"],
  "lib/connected-accounts/oauth/oauth1.ts": ["tools", "the toolkit's file, or the auth config"],
  "lib/connected-accounts/oauth/oauth2.ts": ["tools", "the toolkit's file, or the auth config"],
  "lib/connected-accounts/oauth/require-registered-app.ts": ["tools", "the server that the auth config names"],
  "lib/connected-accounts/oauth/revoke-at-provider.ts": ["tools", "the toolkit's file, or the auth config"],
  "lib/connected-accounts/oauth/server-metadata.ts": ["tools", "the auth config, and the server that it names"],
  "lib/connected-accounts/oauth/grant-token.ts": ["tools", "the toolkit's file, or the auth config"],
  "lib/connected-accounts/proof/ask-current-user.ts": ["tools", "who has a link or a key: the account's own server"],
  "lib/execution/answer/binary-body.ts": ["tools", "who may execute tools"],
  "lib/execution/ask-receiver.ts": ["webhooks", "who may create sessions"],
  "lib/execution/sending/sender.ts": ["tools", "the toolkit's file, the account, or who may execute tools"],
  "lib/kernel/kms/ask-kms.ts": ["kms", "the operator"],
  "lib/llm/complete.ts": ["tools", "who may change the project, or the operator"],
  "lib/oauth-server/find-document.ts": ["clients", "everybody"],
  "lib/kernel/jwt/verify-jwt.ts": ["tools", "who may change the project's sign-in"],
  "lib/own-toolkits/added/read-graphql-operations.ts": ["tools", "who may change the project's toolkits"],
  "lib/own-toolkits/find-source.ts": ["tools", "who may change the project's toolkits"],
  "lib/own-toolkits/mcp/probe-server.ts": ["tools", "who may change the project's toolkits"],
  "lib/own-toolkits/mcp/sync-server.ts": ["tools", "who may change the project's toolkits"],
  "lib/web-search/search-web.ts": ["tools", "the operator"],
  "lib/webhooks/delivery/send-attempt.ts": ["webhooks", "who may change receivers"],
  "lib/workbench/egress/proxy.ts": ["workbench", "code in a sandbox"],
  "lib/workbench/gateway/channel.ts": ["gateway", "the operator"],
  "lib/workbench/gateway/ask-gateway.ts": ["gateway", "the operator"],
};

const CALL = /\b(?:send|findConnectionLookup)\(/;
const IMPORT = /import \{[^}]*\b(?:send|findConnectionLookup)\b[^}]*\} from "(?:@\/lib\/kernel|\.\.)\/outbound\//;

const files = readdirSync(inRoot("lib"), { recursive: true, encoding: "utf8" })
  .map((name) => path.posix.join("lib", name))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("lib/kernel/outbound/"));

it("each caller is known with who chooses its addresses, and names its sender unless it is that of tools", () => {
  const callers = files.flatMap((name) => {
    const text = readFileSync(inRoot(name), "utf8");
    if (!IMPORT.test(text) || !CALL.test(text)) return [];
    return [[name, /\bsender: "(\w+)"/.exec(text)?.[1] ?? "tools"] as const];
  });
  expect(Object.fromEntries(callers)).toEqual(
    Object.fromEntries(Object.entries(CALLERS).map(([name, [sender]]) => [name, sender])),
  );
});

it("an address that everybody chooses has no sender whose private hosts were opened for others", () => {
  const open = Object.entries(CALLERS).filter(([, [, chooser]]) => chooser === "everybody");
  expect(open.map(([, [sender]]) => sender)).toEqual(["clients"]);
});
