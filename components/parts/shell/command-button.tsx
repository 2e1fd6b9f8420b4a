/** Opens the command palette, by a press or by Ctrl K (on a Mac: Cmd K); its code loads only then. */
"use client";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const load = () => import("./command-palette").then(({ CommandPalette }) => CommandPalette);
const CommandPalette = dynamic(load, { ssr: false });

export function CommandButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const prefetch = () => void load();
  return (
    <>
      <Button
        variant="outline"
        aria-label="Search or go to"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="font-normal text-muted max-md:size-8 max-md:border-0 max-md:px-0 max-md:pointer-coarse:size-10"
      >
        <Search aria-hidden />
        <span className="max-md:hidden">Search</span>
        <kbd aria-hidden className="rounded border bg-surface px-1.5 font-mono text-xs max-md:hidden">
          Ctrl K
        </kbd>
      </Button>
      {open ? <CommandPalette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
