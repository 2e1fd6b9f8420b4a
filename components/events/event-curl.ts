/** An event as a request that a shell sends and signs itself, as a receiver gets it. Pure. */
import { toShellWord } from "@/components/catalog/snippets";

type Request = { id: string; url: string; version: string; message: unknown };

/** The secret is read from WEBHOOK_SECRET, so that nobody writes it into a file. */
export function toEventCurl({ id, url, version, message }: Request): string {
  return [
    `body=${toShellWord(JSON.stringify(message))}`,
    "at=$(date +%s)",
    `signature=$(printf '%s' "${id}.$at.$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -binary | openssl base64 -A)`,
    `curl -X POST ${toShellWord(url)} \\`,
    `  -H "content-type: application/json" \\`,
    `  -H "webhook-id: ${id}" \\`,
    `  -H "webhook-timestamp: $at" \\`,
    `  -H "webhook-signature: v1,$signature" \\`,
    `  -H "x-composio-webhook-version: ${version}" \\`,
    `  -d "$body"`,
  ].join("\n");
}
