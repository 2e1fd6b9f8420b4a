/** Copies a log: its link, or code that repeats the call with a key that the environment holds. */
"use client";
import { Copy, Link2, SquareTerminal } from "lucide-react";
import { copyText } from "@/components/parts/display/copy-text";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { toLogCode, type Log } from "./log-code";

const LANGUAGES = [
  { key: "curl", label: "As curl" },
  { key: "typescript", label: "As TypeScript" },
  { key: "python", label: "As Python" },
] as const;

async function copy(text: string, what: string): Promise<void> {
  const done = await copyText(text);
  showToast(done ? `Copied ${what}` : `Couldn’t copy ${what}`, { tone: done ? "done" : "error" });
}

const linkTo = (id: string): string => `${window.location.origin}/logs/tools?open=${encodeURIComponent(id)}`;

export function CopyLog({ log }: { log: Log }) {
  const link = { key: "link", label: "Link", Icon: Link2, onSelect: () => void copy(linkTo(log.id), "the link") };
  const codes = LANGUAGES.flatMap(({ key, label }) => {
    const code = toLogCode(log, key, window.location.origin);
    if (code === undefined) return [];
    const onSelect = () => void copy(code, `the call ${label.replace(/^As/, "as")}`);
    return [{ key, label, Icon: SquareTerminal, onSelect }];
  });
  return (
    <Menu
      trigger={
        <Button variant="outline" aria-label="Copy this log">
          <Copy aria-hidden /> Copy
        </Button>
      }
      sections={[
        { key: "link", items: [link] },
        ...(codes.length > 0 ? [{ key: "code", label: "The key is read from PATCHBAY_API_KEY", items: codes }] : []),
      ]}
    />
  );
}
