/** The order in which to call the tools, and what to watch out for. */
import { TriangleAlert } from "lucide-react";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { PLAN_SOURCE, PLAN_TAG } from "./find-words";
import { type FoundPlan, toolHref } from "./found";

const TONE: Readonly<Record<FoundPlan["steps"][number]["tag"], BadgeTone>> = {
  prerequisite: "blue",
  required: "green",
  optional: "grey",
  fallback: "amber",
};

/** Names of tools by their slugs, as the cards next to the plan have them. */
type Names = ReadonlyMap<string, string>;
type PlanProps = { label: string; plan: FoundPlan; names: Names };

/** `label` tells the plans of several steps apart. */
export function Plan({ label, plan: { title, source, steps, pitfalls }, names }: PlanProps) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-2 text-sm font-medium">
        Plan <span className="font-normal text-muted">{PLAN_SOURCE[source]}</span>
      </h3>
      <div className="rounded-lg border px-4 py-3">
        <p className="mb-2 text-sm font-medium break-words">{title}</p>
        <ol className="space-y-2.5">
          {steps.map(({ tag, tool, text }, index) => (
            <li key={index} className="flex gap-3 text-sm">
              <span aria-hidden className="w-4 shrink-0 text-right font-mono text-xs leading-5 text-muted tabular-nums">
                {index + 1}
              </span>
              <div className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Badge tone={TONE[tag]}>{PLAN_TAG[tag]}</Badge>
                  {tool ? <ToolLink slug={tool} cardName={names.get(tool)} /> : null}
                </span>
                <p className="mt-0.5 break-words">
                  <Sentence text={text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
        {pitfalls.length > 0 ? (
          <>
            <h4 className="mt-4 mb-1.5 text-sm font-medium">Watch out</h4>
            <ul className="space-y-1.5">
              {pitfalls.map(({ tool, text }, index) => (
                <li key={index} className="flex gap-2 text-sm">
                  <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
                  <span className="min-w-0 break-words">
                    {tool ? <ToolLink slug={tool} cardName={names.get(tool)} /> : null} <Sentence text={text} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </section>
  );
}

/** By its name; the slug is in the title, and in place of an unknown name. */
function ToolLink({ slug, cardName }: { slug: string; cardName: string | undefined }) {
  const toolkit = useToolkitOf()(slug);
  const name = cardName ?? toToolName(slug, toolkit);
  return (
    <Link
      href={toolHref(slug)}
      title={slug}
      className={cn(
        "wrap-anywhere underline underline-offset-4 hover:text-muted",
        name === null && "font-mono text-xs",
      )}
    >
      {name ?? slug}
    </Link>
  );
}

/** Backticks enclose the names of arguments. */
const Sentence = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded-sm bg-hover px-1 font-mono text-xs wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
