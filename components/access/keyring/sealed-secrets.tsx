/** Turns the sealing of secrets on and off for the organization, and changes the key that new secrets are sealed to. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
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
const refresh = [accessApi.getKeyring];

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

/** What a window asks about before it is done. */
const QUESTIONS = {
  rotate: {
    title: "Rotate the key?",
    consequence: "New secrets are sealed to a new key. The four keys before it still open what was sealed to them.",
    action: "Rotate key",
    result: "Key rotated",
  },
  end: {
    title: "Turn off sealed secrets?",
    consequence:
      "All transfer keys are deleted. Programs that seal secrets get an error until you turn it on again. " +
      "Stored credentials keep working.",
    action: "Turn off",
    result: "Sealed secrets turned off",
  },
} as const;

function Actions({ isOn }: { isOn?: true }) {
  const may = useMay("organization:write");
  const toast = useToast();
  const client = useQueryClient();
  const add = useMutation(mutation(accessApi.addTransferKey, client, { refresh }));
  const end = useMutation(mutation(accessApi.deleteTransferKeys, client, { refresh }));
  const [question, setQuestion] = useState<keyof typeof QUESTIONS | null>(null);
  if (!may) return <p className="text-xs text-muted">Only owners can change this.</p>;
  const work = question === "end" ? end : add;
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
      {add.isError && !question ? <ErrorState title="Couldn’t make the key" error={add.error} /> : null}
      {question ? (
        <ConfirmDialog
          {...QUESTIONS[question]}
          pending={work.isPending}
          error={work.error}
          onClose={() => setQuestion(null)}
          onConfirm={() =>
            work.mutate(
              {},
              {
                onSuccess: () => {
                  toast(QUESTIONS[question].result);
                  setQuestion(null);
                },
              },
            )
          }
        />
      ) : null}
    </>
  );
}
