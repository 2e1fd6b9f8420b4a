/** A piece of code with its name and a copy button; long lines scroll inside. */
import { cn } from "@/components/ui/cn";
import { CodeText } from "./code-text";
import type { Language } from "./code-tokens";
import { CopyButton } from "./copy-button";

type CodeBlockProps = {
  code: string;
  language?: Language;
  /** The text above the code and the name of the region ("Terminal"). */
  label: string;
  /** Without its own heading and border, for use below tabs. */
  bare?: boolean;
  className?: string;
};

export function CodeBlock({ code, language = "text", label, bare = false, className }: CodeBlockProps) {
  const body = <CodeText code={code} language={language} label={label} />;
  if (bare) {
    return (
      <div className={cn("relative min-w-0", className)}>
        {body}
        <CopyButton text={code} what={label} className="absolute top-2 right-2 bg-surface" />
      </div>
    );
  }
  return (
    <div className={cn("min-w-0 overflow-hidden rounded-lg border bg-surface", className)}>
      <div className="flex h-9 items-center justify-between border-b pr-1.5 pl-3 text-xs text-muted">
        {label} <CopyButton text={code} what={label} />
      </div>
      {body}
    </div>
  );
}
