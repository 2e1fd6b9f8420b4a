/** The alias of an account, changed in place. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { mutation } from "@/lib/contract/client";

export function AliasEditor({ id, alias }: { id: string; alias: string | null }) {
  const [editing, setEditing] = useState(false);
  if (editing) return <Editor id={id} alias={alias} onDone={() => setEditing(false)} />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 break-words">{alias ?? <span className="text-muted">None</span>}</span>
      <Button
        variant="ghost"
        size="icon"
        className="size-6 pointer-coarse:size-8 [&_svg]:size-3.5"
        aria-label="Change the alias"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
    </span>
  );
}

function Editor({ id, alias, onDone }: { id: string; alias: string | null; onDone: () => void }) {
  const [text, setText] = useState(alias ?? "");
  const update = useMutation(
    mutation(connectedAccountsApi.updateConnectedAccount, useQueryClient(), {
      refresh: [connectedAccountsApi.getConnectedAccount, connectedAccountsApi.listConnectedAccounts],
    }),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ params: { nanoid: id }, body: { alias: text.trim() || null } }, { onSuccess: onDone });
  };
  return (
    <form
      onSubmit={save}
      onKeyDown={({ key }) => key === "Escape" && onDone()}
      className="flex w-full flex-wrap items-center gap-2"
    >
      <Input
        aria-label="Alias"
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        aria-invalid={update.isError || undefined}
        aria-describedby={update.isError ? `${id}-alias-error` : undefined}
        className="max-w-56"
      />
      <Button type="submit" disabled={update.isPending}>
        Save
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
      {update.isError ? (
        <p id={`${id}-alias-error`} role="alert" className="w-full text-xs text-danger">
          {update.error.message}
        </p>
      ) : null}
    </form>
  );
}
