/** Shows a secret to a person who must copy it into an app now. */
"use client";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";

type NewSecretProps = {
  secret: string;
  /** No page shows it again. */
  isShownOnce?: boolean;
  children?: ReactNode;
};

/** Ends like each window of something to copy: done, then what can come next (`children`), then the copy. */
export function NewSecret({ secret, isShownOnce = false, children }: NewSecretProps) {
  return (
    <div className="space-y-4">
      <Alert tone="info" title="Add this secret to your app">
        Use it to verify signatures. Keep it out of browsers and repositories.{" "}
        {isShownOnce ? "You won’t see it again." : "You can see it again on the endpoint’s page."}
      </Alert>
      <code
        tabIndex={0}
        aria-label="Signing secret"
        className="block rounded-lg border bg-surface p-3 font-mono text-sm wrap-anywhere select-all"
      >
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Done</Button>
        </DialogClose>
        {children}
        <CopyButton text={secret} what="signing secret" label="Copy secret" variant="primary" />
      </div>
    </div>
  );
}
