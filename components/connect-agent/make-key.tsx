/** Creates an API key where it is needed. The caller shows it once and stores it nowhere. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";

type MakeKeyProps = {
  /** Names the key in the list of keys. */
  name: string;
  onMade: (key: string) => void;
};

export function MakeKey({ name, onMade }: MakeKeyProps) {
  const create = useMutation(mutation(accessApi.createApiKey, useQueryClient(), { refresh: [accessApi.listApiKeys] }));
  if (!useMay("api_keys:write"))
    return <p className="text-xs text-muted">Your role can’t create API keys. Ask an owner or admin for one.</p>;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
      <Button
        variant="outline"
        title={`Creates the key “${name}” for this project`}
        disabled={create.isPending}
        onClick={() => create.mutate({ body: { name } }, { onSuccess: ({ key }) => onMade(key) })}
      >
        <KeyRound aria-hidden /> {create.isPending ? "Creating key" : "Create API key"}
      </Button>
      {create.error ? <ErrorState title="Couldn’t create the key" error={create.error} /> : null}
    </div>
  );
}
