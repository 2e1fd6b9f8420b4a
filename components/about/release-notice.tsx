/** The notice of a newer release. Loaded only if there is one. */
"use client";
import { PackageCheck, X } from "lucide-react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { Button } from "@/components/ui/button";

type ReleaseNoticeProps = { version: string; command: string; onClose: () => void };

export const ReleaseNotice = ({ version, command, onClose }: ReleaseNoticeProps) => (
  <section aria-label="Newer version" className="flex items-start gap-2 border-b bg-surface px-4 py-2 text-sm md:px-8">
    <PackageCheck aria-hidden className="mt-1.5 size-4 shrink-0 text-muted" />
    <div className="min-w-0 flex-1 py-1">
      <p>
        <strong className="font-medium">Version {version} is available.</strong> Stop the server, back it up, run this
        command, then start it again.
      </p>
      <CopyableId id={command} what="command" className="mt-1" />
    </div>
    <Button variant="ghost" size="icon" aria-label="Dismiss the update notice" onClick={onClose}>
      <X aria-hidden />
    </Button>
  </section>
);
