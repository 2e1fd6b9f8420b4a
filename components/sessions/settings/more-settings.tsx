/** The settings of a session that few need, folded. Their title contains the number of changed settings. */
"use client";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { countOthers } from "./presets";
import type { SettingsEditor as Editor } from "./settings-editor";

const SettingsEditor = dynamic(() => import("./settings-editor").then((module) => module.SettingsEditor), {
  ssr: false,
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-96" />
    </div>
  ),
});

type MoreSettingsProps = Omit<ComponentProps<typeof Editor>, "accessOnly"> & {
  open: boolean;
  onOpen: (open: boolean) => void;
};

export function MoreSettings({ open, onOpen, ...editor }: MoreSettingsProps) {
  const count = countOthers(editor.settings);
  return (
    <details open={open} onToggle={(event) => onOpen(event.currentTarget.open)} className="group rounded-lg border">
      <summary
        className={cn(
          "flex h-10 cursor-pointer list-none items-center gap-2",
          "rounded-lg px-3 text-sm font-medium",
          "hover:bg-hover [&::-webkit-details-marker]:hidden",
        )}
      >
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform duration-120 group-open:rotate-90"
        />{" "}
        <span className="shrink-0">More settings</span>
        <span className="min-w-0 truncate font-normal text-muted">
          {count > 0 ? `${count} changed` : "Toolkits, tools, accounts, connections, approval, abilities"}
        </span>
      </summary>
      {open ? (
        <div className="border-t p-3">
          <SettingsEditor {...editor} />
        </div>
      ) : null}
    </details>
  );
}
