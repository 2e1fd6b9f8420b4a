/** The results for one step of a request: the tools that fit, related tools, and the plan. */
"use client";
import { CircleAlert, CircleCheck, CircleHelp, SearchX, type LucideIcon } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
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

type StepProps = {
  step: FoundStep;
  isOnly: boolean;
  apps: Apps;
  user: string;
  /** Only some toolkits were searched. */
  narrowed: boolean;
};

export function Step({ step, isOnly, apps, user, narrowed }: StepProps) {
  const { index, text, confidence, primary, related, plan, nothing_fits: nothingFits } = step;
  const names = new Map([...primary, ...related].map(({ slug, name }) => [slug, name]));
  const isEmpty = primary.length + related.length === 0;
  const title = isOnly ? (confidence === "low" ? "Closest tools" : "Matching tools") : text;
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
      {isEmpty ? <NothingFound reason={nothingFits} narrowed={narrowed} /> : null}
      {nothingFits && !isEmpty ? (
        <Alert tone="warning" className="mb-3">
          {nothingFits}
        </Alert>
      ) : null}
      {primary.length > 0 ? (
        <ul
          aria-label={title}
          className={cn(
            "grid grid-cols-[minmax(0,1fr)] gap-3 has-[details[open]]:items-start",
            primary.length > 1 && "md:grid-cols-2",
            primary.length > 2 && "xl:grid-cols-3",
          )}
        >
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
          {plan ? <Plan label={isOnly ? "Plan" : `Plan of step ${index}`} plan={plan} names={names} /> : null}
          {related.length > 0 ? (
            <section aria-label={isOnly ? "Related tools" : `Related tools of step ${index}`} className="min-w-0">
              <h3 className="mb-2 text-sm font-medium">Related tools</h3>
              <ul className={cn("grid grid-cols-[minmax(0,1fr)] items-start gap-2", !plan && "lg:grid-cols-2")}>
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

const NothingFound = ({ reason, narrowed }: { reason: string | null; narrowed: boolean }) => (
  <EmptyState
    Icon={SearchX}
    title="No results"
    action={
      narrowed ? (
        <Button variant="outline" onClick={() => changeSearch({ toolkits: "" })}>
          Search in all toolkits
        </Button>
      ) : null
    }
  >
    {reason ?? "No matching tools. Say what to do and with which app, such as “post a message to a Slack channel”."}
  </EmptyState>
);

function Confidence({ confidence }: { confidence: FoundStep["confidence"] }) {
  const { tone, Icon } = LOOK[confidence];
  const { word, title } = CONFIDENCE[confidence];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden /> {word}
    </Badge>
  );
}
