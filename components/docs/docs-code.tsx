/** A block of code of the documentation; public/docs.js copies its text. */
import { Copy } from "lucide-react";
import { CodeText } from "@/components/parts/display/code-text";
import type { Language } from "@/components/parts/display/code-tokens";
import { cn } from "@/components/ui/cn";
import { SCRIPTED } from "./scripted";

type DocsCodeProps = { code: string; language?: Language; label: string; className?: string };

const BUTTON = cn(
  "flex size-6 items-center justify-center rounded-lg hover:bg-hover hover:text-ink",
  "data-[copied]:text-green pointer-coarse:size-8",
);

export const DocsCode = ({ code, language = "text", label, className }: DocsCodeProps) => (
  <div data-code className={cn("min-w-0 overflow-hidden rounded-lg border bg-surface", className)}>
    <div className="flex h-9 items-center justify-between border-b pr-1.5 pl-3 text-xs text-muted">
      {label}
      <button
        type="button"
        data-copy
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        className={cn(BUTTON, SCRIPTED)}
      >
        <Copy aria-hidden className="size-3.5" />
      </button>
    </div>
    <CodeText code={code} language={language} label={label} />
  </div>
);
