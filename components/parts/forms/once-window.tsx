/** The window of a secret that is shown once. Until the secret is copied, the window asks before it closes. */
"use client";
import { useState, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { CopyButton, WhenCopied } from "../display/copy-button";

type OnceWindowProps = {
  title: string;
  description?: ReactNode;
  /** The thing that is shown now ("key"); null while nothing can be lost yet. */
  shows: "key" | "link" | null;
  /** For code, which has long lines. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Open while it is rendered. Copying by hand counts as copied too. */
export function OnceWindow({ title, description, shows, wide = false, onClose, children }: OnceWindowProps) {
  const [copied, setCopied] = useState(false);
  const [asks, setAsks] = useState(false);
  const mayClose = shows === null || copied;
  const noteCopy = () => {
    setCopied(true);
    setAsks(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && (mayClose ? onClose() : setAsks(true))}>
      <DialogContent
        title={title}
        description={description}
        wide={wide}
        // a form keeps the typed values
        onInteractOutside={(event) => shows === null && event.preventDefault()}
      >
        <WhenCopied value={noteCopy}>
          <div onCopy={noteCopy}>{children}</div>
          {asks && shows ? <Question what={shows} onStay={() => setAsks(false)} onClose={onClose} /> : null}
        </WhenCopied>
      </DialogContent>
    </Dialog>
  );
}

const Question = ({ what, onStay, onClose }: { what: string; onStay: () => void; onClose: () => void }) => (
  <Alert tone="error" title="Close without copying?" className="mt-4">
    <p>The {what} was not copied. You won’t be able to see it again.</p>
    <div className="mt-2 mb-1 flex flex-wrap gap-2">
      <Button variant="outline" autoFocus onClick={onStay}>
        Keep open
      </Button>
      <Button variant="danger" onClick={onClose}>
        Close without copying
      </Button>
    </div>
  </Alert>
);

type OnceTextProps = {
  /** The secret. */
  text: string;
  what: "key" | "link";
  /** Names it for screen readers ("Key Production agent"). */
  label: string;
  children?: ReactNode;
};

/** The secret (one click selects it), its details, and the buttons that copy it and close the window. */
export const OnceText = ({ text, what, label, children }: OnceTextProps) => (
  <>
    <code
      tabIndex={0}
      aria-label={label}
      className="block rounded-lg border bg-surface p-3 font-mono text-sm wrap-anywhere select-all"
    >
      {text}
    </code>
    {children}
    <div className="flex justify-end gap-2">
      <DialogClose asChild>
        <Button variant="outline">Done</Button>
      </DialogClose>
      <CopyButton text={text} what={what} label={`Copy ${what}`} variant="primary" />
    </div>
  </>
);
