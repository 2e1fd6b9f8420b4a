/** The link with which the owner of an account signs in again. */
"use client";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { WatchLink } from "./watch-link";

type ReconnectWindowProps = {
  link: string;
  accountId: string;
  expiresAt?: string | undefined;
  stays: boolean;
  /** The person has not connected yet: the link is another try. */
  first: boolean;
  onClose: () => void;
};

/** `stays`: the account continues to work until the person has finished. */
export function ReconnectWindow({ link, accountId, expiresAt, stays, first, onClose }: ReconnectWindowProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={first ? "New link" : "Re-authenticate"}
        description={
          stays
            ? "The provider gave no refresh token for this account, so its owner has to sign in again. " +
              "The account keeps working until then."
            : first
              ? "The user connects with this link; the account keeps its ID."
              : "The account’s owner signs in again. It keeps its ID and everything that uses it."
        }
        onInteractOutside={(event) => event.preventDefault()}
      >
        <WatchLink link={link} accountId={accountId} expiresAt={expiresAt} stays={stays} />
      </DialogContent>
    </Dialog>
  );
}
