/** Turns the sealing of secrets on and off for the organization, and changes the key that new secrets are sealed to. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { mutation, query } from "@/lib/contract/client";
import { useMay } from "../use-session";

const GUIDE = "/docs/security-and-teams/sealed-secrets";

const KeyringWindow = dynamic(() => import("./keyring-window").then(({ KeyringWindow }) => KeyringWindow), {
  ssr: false,
});

export function SealedSecrets() {
  const keyring = useQuery(query(accessApi.getKeyring, {}));
  return (
    <div className="min-h-24 space-y-3">
      <QueryView query={keyring} what="the transfer keys" skeleton={<Skeleton className="h-16" />}>
        {({ items: [active, ...older] }) =>
          active ? (
            <>
              <p className="text-sm">New secrets are sealed to this key:</p>
              <CopyableId id={active.id} what="key ID" />
              <p className="text-xs text-muted">
                Created <RelativeTime at={active.created_at} />.{" "}
                {older.length === 0
                  ? null
                  : older.length === 1
                    ? "The key before it still opens what was sealed to it."
                    : `The ${older.length} keys before it still open what was sealed to them.`}
              </p>
              <Actions isOn />
            </>
          ) : (
            <>
              <p className="text-sm text-muted">
                Off. When it is on, an auth config’s secrets can be sent encrypted with a key that only this server can
                use. <Link href={GUIDE}>How programs seal a secret</Link>
              </p>
              <Actions />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function Actions({ isOn }: { isOn?: true }) {
  const may = useMay("organization:write");
  const toast = useToast();
  const add = useMutation(mutation(accessApi.addTransferKey, useQueryClient(), { refresh: [accessApi.getKeyring] }));
  const [question, setQuestion] = useState<"rotate" | "end" | null>(null);
  if (!may) return <p className="text-xs text-muted">Only owners can change this.</p>;
  return (
    <>
      {isOn ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setQuestion("rotate")}>
            Rotate key
          </Button>
          <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setQuestion("end")}>
            Turn off
          </Button>
        </div>
      ) : (
        <Button
          variant="outline"
          disabled={add.isPending}
          onClick={() => add.mutate({}, { onSuccess: () => toast("Sealed secrets turned on") })}
        >
          Turn on
        </Button>
      )}
      {add.isError ? <ErrorState title="Couldn’t create the key" error={add.error} /> : null}
      {question ? <KeyringWindow question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
