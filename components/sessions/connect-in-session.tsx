/** Creates a link with which the session's user connects a toolkit, and waits until the user has finished. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { WatchLink } from "@/components/connected-accounts/watch-link";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { mutation } from "@/lib/contract/client";
import { metaApi } from "@/generated/addresses/sessions/meta-tools";
import type { SessionToolkit } from "./session-toolkit";

type ConnectInSessionProps = { sessionId: string; toolkit: SessionToolkit; onClose: () => void };

/** Open while it is rendered. */
export function ConnectInSession({ sessionId, toolkit, onClose }: ConnectInSessionProps) {
  const client = useQueryClient();
  const link = useMutation(mutation(metaApi.linkInSession, client));
  const close = () => {
    onClose();
    void client.invalidateQueries({ queryKey: [metaApi.listSessionToolkits.id] });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={`Connect ${toolkit.name}`} onInteractOutside={(event) => event.preventDefault()}>
        {link.data ? (
          <WatchLink link={link.data.redirect_url} accountId={link.data.connected_account_id} />
        ) : (
          <div className="space-y-4">
            <p className="text-sm text-muted">
              {toolkit.connected_account
                ? "This user already has an account. The link connects another one."
                : "This user has no account yet. Send them the link to connect one."}
            </p>
            {link.isError ? <ErrorState title="Couldn’t create the link" error={link.error} /> : null}
            <div className="flex justify-end">
              <Button
                disabled={link.isPending}
                onClick={() => link.mutate({ params: { session_id: sessionId }, body: { toolkit: toolkit.slug } })}
              >
                {link.isPending ? "Creating link" : "Create link"}
              </Button>
            </div>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
