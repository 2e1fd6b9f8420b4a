/** The public key of this server at a provider, and the key that takes its place. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation } from "@/lib/contract/client";
import type { Provider } from "./provider";

/** Some providers read the keys at their URL, and others take the text of each. */
export function SigningKeys({ provider, mayChange }: { provider: Provider; mayChange: boolean }) {
  const { keys_url: url, public_key: jwk, next_public_key: next } = provider;
  if (!url) return null;
  return (
    <div className="space-y-1">
      <p className="text-xs text-muted">Public key to enter at the provider, as a URL (JWKS) or as a text (JWK):</p>
      <CopyableId id={url} what="URL of the key" />
      <CopyableId id={JSON.stringify(jwk)} what="public key" />
      {next ? (
        <>
          <p className="pt-2 text-xs text-muted">
            Next public key. The URL shows both. If the provider takes texts, add this one there before you use it:
          </p>
          <CopyableId id={JSON.stringify(next)} what="next public key" />
        </>
      ) : null}
      {mayChange ? <KeySteps provider={provider} /> : null}
    </div>
  );
}

type Step = "prepare" | "use" | "discard";

const DONE: Readonly<Record<Step, string>> = {
  prepare: "The next key is ready",
  use: "Requests are signed with the next key",
  discard: "The next key was deleted",
};

function KeySteps({ provider: { id, name, next_public_key: next } }: { provider: Provider }) {
  const toast = useToast();
  const change = useMutation(mutation(ssoApi.updateSsoProvider, useQueryClient(), { refresh: [ssoApi.getSso] }));
  const take = (step: Step) => () =>
    change.mutate({ params: { id }, body: { next_key: step } }, { onSuccess: () => toast(DONE[step]) });
  return (
    <div className="space-y-3 pt-2">
      <div className="flex flex-wrap gap-2">
        {next ? (
          <>
            <Button
              variant="outline"
              disabled={change.isPending}
              aria-label={`Use the next key of ${name}`}
              onClick={take("use")}
            >
              Use next key
            </Button>
            <Button
              variant="outline"
              disabled={change.isPending}
              aria-label={`Delete the next key of ${name}`}
              onClick={take("discard")}
            >
              Delete next key
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            disabled={change.isPending}
            aria-label={`Replace the key of ${name}`}
            onClick={take("prepare")}
          >
            Replace key
          </Button>
        )}
      </div>
      {change.error ? <ErrorState title="Couldn’t change the key" error={change.error} /> : null}
    </div>
  );
}
