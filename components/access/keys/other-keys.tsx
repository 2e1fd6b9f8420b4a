/** A list of keys of a person or of an organization, with the window for a new one. */
"use client";
import type { UseMutationResult } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import type { CreatedKey, CreateOtherKeyProps, NewKey } from "./create-other-key-window";

const CreateOtherKeyWindow = dynamic(
  () => import("./create-other-key-window").then(({ CreateOtherKeyWindow }) => CreateOtherKeyWindow),
  { ssr: false },
);
const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type OtherKey = {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  expires_at?: string | undefined;
  last_used_at?: string | undefined;
};

type OtherKeysProps = CreateOtherKeyProps & {
  /** What the list is called for a screen reader. */
  label: string;
  keys: readonly OtherKey[];
  mayCreate: boolean;
  mayRevoke: boolean;
  revoke: UseMutationResult<unknown, Error, { params: { id: string } }>;
};

type Creation = {
  mutationFn: (input: { body: NewKey }) => Promise<CreatedKey>;
  onSuccess: () => Promise<void>;
};

/** Creates a key, and reads the list again behind it. */
export const toCreate =
  ({ mutationFn, onSuccess }: Creation): CreateOtherKeyProps["create"] =>
  async (body) => {
    const created = await mutationFn({ body });
    void onSuccess();
    return created;
  };

export function OtherKeys({ label, keys, mayCreate, mayRevoke, revoke, ...window }: OtherKeysProps) {
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<OtherKey | null>(null);
  return (
    <div className="space-y-4">
      {keys.length === 0 ? (
        <p className="text-sm text-muted">No keys yet.</p>
      ) : (
        <ul aria-label={label} className="divide-y rounded-lg border">
          {keys.map((key) => (
            <Row key={key.id} of={key} onRevoke={mayRevoke ? () => setDoomed(key) : null} />
          ))}
        </ul>
      )}
      {mayCreate ? (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          {window.title}
        </Button>
      ) : null}
      {isCreating ? <CreateOtherKeyWindow {...window} onClose={() => setCreating(false)} /> : null}
      {doomed ? (
        <ConfirmDialog
          onClose={() => setDoomed(null)}
          title={`Revoke “${doomed.name}”?`}
          consequence="Programs using this key lose access immediately. This cannot be undone, but you can create another key."
          action="Revoke key"
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ params: { id: doomed.id } }, { onSuccess: () => setDoomed(null) })}
        />
      ) : null}
    </div>
  );
}

function Row({ of: key, onRevoke }: { of: OtherKey; onRevoke: (() => void) | null }) {
  const { name, prefix, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt } = key;
  return (
    <li className="flex items-center gap-3 p-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted wrap-anywhere">
          <code className="font-mono text-xs">{prefix}…</code> ·{" "}
          {lastUsedAt ? (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            <>
              Never used, created <RelativeTime at={createdAt} />
            </>
          )}
          {expiresAt ? (
            <>
              {" "}
              · Expires <RelativeTime at={expiresAt} />
            </>
          ) : null}
        </p>
      </div>
      {onRevoke ? (
        <Button variant="outline" aria-label={`Revoke ${name}`} aria-haspopup="dialog" onClick={onRevoke}>
          Revoke
        </Button>
      ) : null}
    </li>
  );
}
