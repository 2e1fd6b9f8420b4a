/** Lists the keys of the dashboard, and turns those of a single letter off and on. */
"use client";
import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { areShortcutsOff, turnShortcuts } from "../lists/is-shortcut";
import { NAVIGATION } from "./navigation";

const KEYS: readonly { keys: string; label: string }[] = [
  { keys: "Ctrl K", label: "Search, or go to a page" },
  { keys: "/", label: "Search on this page" },
  { keys: "?", label: "Show this list" },
  { keys: "↑ ↓", label: "Move through a list" },
  { keys: "Esc", label: "Close a window or a drawer" },
  ...NAVIGATION.map(({ jump, label }) => ({ keys: `G ${jump.toUpperCase()}`, label })),
];

export function ShortcutsWindow({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !areShortcutsOff());
  const turn = (on: boolean) => {
    if (turnShortcuts(on)) setOn(on);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
          {KEYS.map(({ keys, label }) => (
            <div key={keys} className="contents">
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key} className="mr-1 rounded border bg-surface px-1.5 font-mono text-xs">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Shortcuts of single keys, such as G, / and ?"
          checked={isOn}
          onChange={turn}
          className="mt-5 w-full border-t pt-4"
        />
      </DialogContent>
    </Dialog>
  );
}
