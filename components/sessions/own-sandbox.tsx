/** The workbench helpers for the user's own sandbox, with a key that is valid only for this session. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, KeyRound } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { CodeBlock } from "@/components/parts/display/code-block";
import { ErrorState } from "@/components/parts/display/error-state";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { saveFile } from "@/components/parts/display/save-file";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { sessionKeysApi } from "@/generated/addresses/access/keys/session-keys";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { download, mutation, query } from "@/lib/contract/client";
import { mountsApi } from "@/generated/addresses/sessions/files";
import { KEY_READERS, SessionKeys } from "./session-keys";
import { toSandboxSnippet } from "./session-snippets";

const DAY = 86_400;

export function OwnSandbox({ id }: { id: string }) {
  const params = { session_id: id };
  const may = useMay("sessions:write");
  const make = useMutation(mutation(sessionKeysApi.createSessionKey, useQueryClient(), { refresh: KEY_READERS }));
  const fetching = useMutation({
    mutationFn: async () => saveFile(await download(mountsApi.getWorkbenchHelpers, { params }), "workbench_helpers.py"),
  });
  const error = make.error ?? fetching.error;
  return (
    <section aria-labelledby="own-sandbox" className="space-y-3">
      <h2 id="own-sandbox" className="text-sm font-semibold">
        In your own sandbox
      </h2>
      <p className="text-sm text-muted">
        Use the workbench helpers from your own machine with Python and a session key.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={!may || make.isPending}
          onClick={() => make.mutate({ params, body: { name: "own sandbox", expires_in_seconds: DAY } })}
        >
          <KeyRound aria-hidden /> Create key for one day
        </Button>
        <Button variant="outline" disabled={fetching.isPending} onClick={() => fetching.mutate()}>
          <Download aria-hidden /> Download the helpers
        </Button>
      </div>
      {error ? <ErrorState error={error} /> : null}
      <SandboxCommands id={id} sessionKey="YOUR_KEY" />
      <SessionKeys id={id} />
      {make.data ? (
        <OnceWindow title="Session key created" shows="key" onClose={make.reset}>
          <div className="space-y-4">
            <Alert tone="warning" title="Copy the key now">
              You won’t be able to see it again. It works only for this session, for one day.
            </Alert>
            <OnceText text={make.data.key} what="key" label="Session key">
              <SandboxCommands id={id} sessionKey={make.data.key} />
            </OnceText>
          </div>
        </OnceWindow>
      ) : null}
    </section>
  );
}

function SandboxCommands({ id, sessionKey }: { id: string; sessionKey: string }) {
  const example = useQuery({
    ...query(listedSessionsApi.getSessionExample, { params: { session_id: id } }),
    staleTime: 60_000,
  });
  const tool = example.data?.tool ?? null;
  return (
    <CodeBlock
      label="In the sandbox"
      language="shell"
      code={toSandboxSnippet({ origin: window.location.origin, id, key: sessionKey, tool })}
    />
  );
}
