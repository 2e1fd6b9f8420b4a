/** The passkeys of the person: added in this browser, and deleted. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import type { Stage } from "./factor-window";

const FactorWindow = dynamic(() => import("./factor-window").then(({ FactorWindow }) => FactorWindow), { ssr: false });
const PasskeyWindow = dynamic(() => import("./passkey-window").then(({ PasskeyWindow }) => PasskeyWindow), {
  ssr: false,
});
const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Passkey = ResultOf<typeof accessApi.listPasskeys>["items"][number];

export function Passkeys() {
  const passkeys = useQuery(query(accessApi.listPasskeys, {}));
  const [isAdding, setAdding] = useState(false);
  const [stage, setStage] = useState<Stage | null>(null);
  const [doomed, setDoomed] = useState<Passkey | null>(null);
  return (
    <div className="space-y-4">
      <QueryView query={passkeys} what="your passkeys" skeleton={<Skeleton className="h-14" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-muted">No passkeys yet.</p>
          ) : (
            <ul aria-label="Passkeys" className="divide-y rounded-lg border">
              {items.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onDelete={setDoomed} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setAdding(true)}>
        Add a passkey
      </Button>
      {isAdding ? (
        <PasskeyWindow
          onClose={() => setAdding(false)}
          onAdded={(codes) => setStage(codes ? { kind: "codes", codes } : null)}
        />
      ) : null}
      {stage ? <FactorWindow stage={stage} onStage={setStage} /> : null}
      {doomed ? <DeleteDialog passkey={doomed} onClose={() => setDoomed(null)} /> : null}
    </div>
  );
}

function Row({ passkey, onDelete }: { passkey: Passkey; onDelete: (passkey: Passkey) => void }) {
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-3 p-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-muted">
          Added <RelativeTime at={createdAt} />
          {lastUsedAt ? (
            <>
              {" · "}Last used <RelativeTime at={lastUsedAt} />
            </>
          ) : null}
        </p>
      </div>
      <Button variant="outline" aria-label={`Delete the passkey ${name}`} onClick={() => onDelete(passkey)}>
        Delete
      </Button>
    </li>
  );
}

function DeleteDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = [accessApi.listPasskeys, accessApi.getSecondFactor];
  const remove = useMutation(mutation(accessApi.deletePasskey, useQueryClient(), { refresh }));
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the passkey ${name}?`}
      consequence="It no longer signs you in. Without another passkey or an authenticator app, two-step sign-in is off."
      action="Delete passkey"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: onClose })}
    />
  );
}
