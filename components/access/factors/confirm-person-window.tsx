/** Asks a person whose sign-in is older than ten minutes to prove themselves; the refused action then goes on. */
"use client";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { answerFreshQuestion } from "@/lib/contract/confirm-again";
import { ConfirmPerson } from "./confirm-person";

const cancel = (
  <DialogClose asChild>
    <Button variant="outline">Cancel</Button>
  </DialogClose>
);

/** Open while it is rendered. */
export function ConfirmPersonWindow() {
  return (
    <Dialog open onOpenChange={(open) => !open && answerFreshQuestion(false)}>
      <DialogContent title="Confirm that it’s you" description="You signed in a while ago.">
        <ConfirmPerson
          next={window.location.pathname + window.location.search}
          onDone={() => answerFreshQuestion(true)}
          cancel={cancel}
        />
      </DialogContent>
    </Dialog>
  );
}
