/** Example requests to click on. */
"use client";
import { ArrowUpRight } from "lucide-react";
import { cn } from "@/components/ui/cn";

const EXAMPLES = [
  "Send an email to my team",
  "Create an issue in GitHub and post it to a Slack channel",
  "Which meetings do I have tomorrow?",
  "Find the unpaid invoices of last month",
  "Add a row to a spreadsheet",
  "Share a file with anyone who has the link",
];

export function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <section aria-labelledby="examples" className="mt-8">
      <h2 id="examples" className="mb-2 text-sm font-medium text-muted">
        For example
      </h2>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {EXAMPLES.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onChoose(text)}
              className={cn(
                "flex h-full min-h-11 w-full items-center justify-between gap-3",
                "rounded-lg border px-3.5 py-2 text-left text-sm hover:bg-hover",
              )}
            >
              {text} <ArrowUpRight aria-hidden className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
