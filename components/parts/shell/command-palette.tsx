/** One field that leads everywhere: pages, new objects, toolkits, tools, users, accounts, guides, the theme. */
"use client";
import { TextSearch } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useState } from "react";
import { Choice } from "@/components/palette/choice";
import { usePaletteGroups, type CommandGroup } from "@/components/palette/palette-groups";
import { cn } from "@/components/ui/cn";
import { SCRIM } from "@/components/ui/dialog";
import { useReturnFocus } from "@/components/ui/return-focus";
import { leaveFor } from "../forms/leave-question";

const PAUSE_MS = 40;

/** The text at the last pause of typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The same text as a request, if it is not a name. */
const toRequest = (words: string, go: (href: string) => void): CommandGroup[] =>
  words.length > 1
    ? [
        {
          heading: "Find",
          commands: [
            {
              key: "find",
              label: `Find tools for “${words}”`,
              icon: <TextSearch aria-hidden />,
              run: () => go(`/find?q=${encodeURIComponent(words)}`),
            },
          ],
        },
      ]
    : [];

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const words = usePaused(text.trim());
  const go = (href: string) => leaveFor(href, router.push);
  const { groups, pending } = usePaletteGroups(text.trim(), words, go);
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={cn(
            "fixed top-[10dvh] left-1/2 z-50 flex max-h-[70dvh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2",
            "animate-fade-in flex-col overflow-hidden rounded-lg border bg-raised focus:outline-none",
          )}
        >
          <Radix.Title className="sr-only">Search or go to</Radix.Title>
          <Choice
            groups={groups}
            last={toRequest(text.trim(), go)}
            text={text}
            onText={setText}
            onChoose={(command) => {
              onClose();
              command.run();
            }}
            pending={pending || words !== text.trim()}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
