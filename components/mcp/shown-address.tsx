/** A requested URL: to copy, to test, and to add to a client. */
"use client";
import { CopyButton } from "@/components/parts/display/copy-button";
import { audienceWords, type Audience } from "./mcp-words";
import { BreakingUrl } from "./copyable-url";
import { ClientSetup } from "./client-setup";
import { TestAddress } from "./test-address";

type ShownAddressProps = { name: string; audience: Audience; address: string };

export function ShownAddress({ name, audience, address }: ShownAddressProps) {
  return (
    <div className="min-w-0 space-y-5">
      <div className="min-w-0 space-y-3 rounded-lg border p-3">
        <div className="flex min-w-0 items-start gap-2">
          <code aria-label="URL" className="min-w-0 flex-1 pt-1 font-mono text-xs wrap-anywhere">
            <BreakingUrl url={address} />
          </code>
          <CopyButton text={address} what="URL" label="Copy" />
        </div>
        <p className="text-xs text-muted">
          Anyone with this URL can act as <code className="font-mono wrap-anywhere">{audienceWords(audience)}</code>.
          Keep it secret.
        </p>
        <TestAddress key={address} address={address} />
      </div>
      <ClientSetup name={name} address={address} auth="signed" />
    </div>
  );
}
