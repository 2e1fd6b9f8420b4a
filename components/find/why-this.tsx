/** The reasons for a search result: the matching words and their fields, and the factors that raised or lowered it. */
import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { toBoost, toMatchedWords } from "./find-words";
import type { FoundTool } from "./found";

export function WhyThis({ tool: { name, why } }: { tool: FoundTool }) {
  const words = toMatchedWords(why.matched);
  return (
    <details className="group mt-2">
      <summary
        aria-label={`Why ${name}?`}
        className={cn(
          "-ml-1 inline-flex cursor-pointer list-none items-center gap-1",
          "rounded-md px-1 py-0.5 text-xs text-muted select-none",
          "hover:text-ink pointer-coarse:py-2 [&::-webkit-details-marker]:hidden",
        )}
      >
        <ChevronRight aria-hidden className="size-3.5 transition-transform duration-120 group-open:rotate-90" /> Why
        this?
      </summary>
      <div className="mt-1 space-y-2 border-l pl-3 text-xs">
        {words.length > 0 ? (
          <ul className="space-y-1">
            {words.map(({ word, where, via, percent }) => (
              <li key={word} className="flex items-baseline gap-2">
                <span className="w-9 shrink-0 text-right font-mono text-muted tabular-nums">{percent} %</span>
                <span className="min-w-0 break-words">
                  <strong className="font-medium">“{word}”</strong>
                  {via.length > 0 ? <span className="text-muted"> (as {via.join(", ")})</span> : null}{" "}
                  <span className="text-muted">{where}</span>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">It contains none of your words.</p>
        )}
        {why.boosts.length > 0 ? (
          <ul className="space-y-1">
            {why.boosts.map(toBoost).map(({ text, raises }) => (
              <li key={text} className="flex items-center gap-1.5">
                {raises ? (
                  <ArrowUp aria-hidden className="size-3.5 shrink-0 text-green" />
                ) : (
                  <ArrowDown aria-hidden className="size-3.5 shrink-0 text-amber" />
                )}
                <span>
                  <span className="sr-only">{raises ? "Raised: " : "Lowered: "}</span>
                  {text}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  );
}
