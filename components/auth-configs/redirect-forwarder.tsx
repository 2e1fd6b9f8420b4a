/** How to put an address of one's own before the callback: snippets to copy, and a test of the address. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { ErrorState } from "@/components/parts/display/error-state";
import { Segmented } from "@/components/parts/forms/segmented";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { mutation } from "@/lib/contract/client";
import { FORWARDERS, toForwarder, type Forwarder } from "./forwarder-snippets";

export function RedirectForwarder({ address, callback }: { address: string; callback: string }) {
  const [kind, setKind] = useState<Forwarder>("nginx");
  const test = useMutation(mutation(authConfigsApi.testRedirect, useQueryClient()));
  const valid = /^https?:\/\/[^/]/.test(address) && URL.canParse(address);
  return (
    <div className="space-y-3">
      <div className="space-y-2">
        <p className="text-xs text-muted">Make your URL redirect to the callback, keeping the query unchanged:</p>
        <Segmented label="Kind of server" options={FORWARDERS} value={kind} onChange={setKind} />
        <CodeBlock
          label={FORWARDERS.find(({ key }) => key === kind)?.label ?? ""}
          code={toForwarder(kind, valid ? address : "", callback)}
        />
      </div>
      <Button
        variant="outline"
        disabled={!valid || test.isPending}
        onClick={() => test.mutate({ body: { oauth_redirect_uri: address } })}
      >
        {test.isPending ? "Testing the redirect" : "Test my redirect"}
      </Button>
      <div role="status">
        {test.data ? (
          <Alert
            tone={test.data.forwards ? "info" : "warning"}
            title={test.data.forwards ? "The redirect works" : "The redirect doesn’t work yet"}
          >
            <span className="break-words [overflow-wrap:anywhere]">{test.data.message}</span>
            {test.data.location && !test.data.forwards ? (
              <code className="mt-1 block font-mono text-xs wrap-anywhere">{test.data.location}</code>
            ) : null}
          </Alert>
        ) : null}
      </div>
      {test.isError ? <ErrorState title="Couldn’t test the URL" error={test.error} /> : null}
    </div>
  );
}
