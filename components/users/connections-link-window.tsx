/** Makes a link to a user's own page of connections, to copy and send. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { UntilTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { signInLinksApi } from "@/generated/addresses/sign-in-links";

type MadeLink = ResultOf<typeof signInLinksApi.createSignInLink>;

/** The link is made by a click of its own, because it is a key to the user's page and stands in the audit trail. */
export function ConnectionsLinkWindow({ userId, onClose }: { userId: string; onClose: () => void }) {
  const create = useMutation(mutation(signInLinksApi.createSignInLink, useQueryClient(), { refresh: [] }));
  return (
    <OnceWindow
      title="Connections page link"
      description={
        <>
          There <b className="font-medium text-ink wrap-anywhere">{userId}</b> can review access and activity,
          reconnect, or disconnect accounts.
        </>
      }
      shows={create.data ? "link" : null}
      onClose={onClose}
    >
      {create.data ? <LinkView link={create.data} /> : null}
      {create.isError ? <ErrorState title="Couldn’t create the link" error={create.error} /> : null}
      {create.data ? null : (
        <div className="flex justify-end gap-2">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            disabled={create.isPending}
            onClick={() => create.mutate({ body: { user_id: userId, destination: "connections" } })}
          >
            {create.isPending ? "Creating link" : "Create link"}
          </Button>
        </div>
      )}
    </OnceWindow>
  );
}

const LinkView = ({ link }: { link: MadeLink }) => (
  <div className="space-y-4">
    <OnceText text={link.url} what="link" label="Connections page link">
      <p className="text-sm text-muted">
        It works once until <UntilTime at={link.expires_at} />. Anyone with this link is signed in as this user for one
        hour. Share it only with them.
      </p>
    </OnceText>
  </div>
);
