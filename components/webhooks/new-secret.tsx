/** Shows a secret to a person who must copy it into an app now. */
"use client";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Alert } from "@/components/ui/alert";

/** `children` is what comes next. */
export function NewSecret({ secret, children }: { secret: string; children: ReactNode }) {
  return (
    <div className="space-y-4">
      <Alert tone="info" title="Add this secret to your app">
        Use it to verify signatures. Keep it out of browsers and repositories. You can see it again on the endpoint’s
        page.
      </Alert>
      <code
        tabIndex={0}
        aria-label="Signing secret"
        className="block rounded-lg border bg-surface p-3 font-mono text-sm wrap-anywhere select-all"
      >
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={secret} what="signing secret" label="Copy secret" />
        {children}
      </div>
    </div>
  );
}
