/** What was found for one step of a request: the tools that fit, those around them, and the plan. */
"use client";
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { CONFIDENCE } from "./find-words";
import type { Apps, FoundStep } from "./found";
import { Plan } from "./found-plan";
import { HitCard } from "./hit-card";
import { HitLine } from "./hit-line";
import { MarkWrong } from "./mark-wrong";

const LOOK: Readonly<Record<FoundStep["confidence"], { tone: BadgeTone; Icon: LucideIcon }>> = {
  high: { tone: "green", Icon: CircleCheck },
  medium: { tone: "amber", Icon: CircleAlert },
  low: { tone: "grey", Icon: CircleHelp },
};

type StepProps = { step: FoundStep; isOnly: boolean; apps: Apps; user: string };

export function Step({ step, isOnly, apps, user }: StepProps) {
  const { index, text, confidence, primary, related, plan, nothing_fits: nothingFits } = step;
  const title = isOnly ? "Tools that fit" : text;
  return (
    <section aria-label={isOnly ? title : `Step ${index}: ${text}`}>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex min-w-0 items-center gap-2 text-base font-semibold">
          {isOnly ? null : (
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full border font-mono text-xs font-normal text-muted"
            >
              {index}
            </span>
          )}
          <span className="min-w-0 break-words">{title}</span>
        </h2>
        <Confidence confidence={confidence} />
        <MarkWrong request={text} shown={[...primary, ...related].map(({ slug }) => slug)} />
      </header>
      {nothingFits ? (
        <Alert tone="warning" className="mb-3">
          {nothingFits}
        </Alert>
      ) : null}
      {primary.length > 0 ? (
        <ul aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-3">
          {primary.map((tool) => (
            <HitCard key={tool.slug} tool={tool} app={apps.get(tool.toolkit.slug)} user={user} />
          ))}
        </ul>
      ) : null}
      {plan || related.length > 0 ? (
        <div
          className={cn(
            "mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6",
            plan && related.length > 0 && "lg:grid-cols-2",
          )}
        >
          {plan ? <Plan plan={plan} /> : null}
          {related.length > 0 ? (
            <section aria-label={isOnly ? "Related tools" : `Related tools of step ${index}`} className="min-w-0">
              <h3 className="mb-2 text-sm font-medium">Related tools</h3>
              <ul className="rounded-lg border">
                {related.map((tool) => (
                  <HitLine key={tool.slug} tool={tool} app={apps.get(tool.toolkit.slug)} user={user} />
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Confidence({ confidence }: { confidence: FoundStep["confidence"] }) {
  const { tone, Icon } = LOOK[confidence];
  const { word, title } = CONFIDENCE[confidence];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden /> {word}
    </Badge>
  );
}
