/** Lists the keys of the dashboard, and turns those of a single letter off and on. */
"use client";
import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSession } from "@/components/access/use-session";
import { ACTIONS, toKeys } from "@/components/palette/actions";
import { Switch } from "@/components/ui/switch";
import { areShortcutsOff, turnShortcuts } from "../lists/is-shortcut";
import { NAVIGATION } from "./navigation";

type Shortcut = { keys: string; label: string };

const GENERAL: readonly Shortcut[] = [
  { keys: "Ctrl K", label: "Search, or go to a page" },
  { keys: "/", label: "Search on this page" },
  { keys: "?", label: "Show this list" },
  { keys: "↑ ↓", label: "Move through a list" },
  { keys: "J K", label: "Show the next or the previous log" },
  { keys: "Esc", label: "Close a window or a drawer" },
];
const SECTIONS: readonly Shortcut[] = NAVIGATION.map(({ jump, label }) => ({ keys: toKeys("g", jump), label }));

export function ShortcutsWindow({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !areShortcutsOff());
  const turn = (on: boolean) => {
    if (turnShortcuts(on)) setOn(on);
  };
  const permissions = useSession().data?.permissions;
  const actions = ACTIONS.filter(({ permission }) => permissions?.includes(permission));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Keyboard shortcuts" wide>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <Keys title="Go to" shortcuts={SECTIONS} />
          <div className="space-y-5">
            <Keys title="On every page" shortcuts={GENERAL} />
            {actions.length > 0 ? (
              <Keys
                title="Create something"
                shortcuts={actions.map(({ key, label }) => ({ keys: toKeys("n", key), label }))}
              />
            ) : null}
          </div>
        </div>
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

const Keys = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section aria-label={title}>
    <h3 className="mb-2 text-xs text-muted">{title}</h3>
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
      {shortcuts.map(({ keys, label }) => (
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
  </section>
);
