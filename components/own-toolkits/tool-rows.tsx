/** The tools of a draft: which of them the toolkit has, and their words, hints and quality. */
"use client";
import { FlaskConical, Pencil, Star } from "lucide-react";
import dynamic from "next/dynamic";
import { useDeferredValue, useState } from "react";
import { toTokenWords } from "@/components/parts/display/tokens";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import {
  EFFECT_WORDS,
  findTools,
  isChosen,
  withChoice,
  withToolSettings,
  type Report,
  type ReportedTool,
  type Settings,
} from "./draft";

const ToolWindow = dynamic(() => import("./tool-window").then(({ ToolWindow }) => ToolWindow), { ssr: false });

const ROWS = 100;

type ToolRowsProps = {
  report: Report;
  settings: Settings;
  onChange: (settings: Settings) => void;
  /** Undefined if the tools of the draft cannot be run. */
  onTry?: ((tool: ReportedTool) => void) | undefined;
};

export function ToolRows({ report, settings, onChange, onTry }: ToolRowsProps) {
  const [text, setText] = useState("");
  const [shownRows, setShownRows] = useState(ROWS);
  const [edited, setEdited] = useState<ReportedTool | null>(null);
  const matching = findTools(report.tools, useDeferredValue(text));
  const chosenCount = report.tools.filter((tool) => isChosen(settings, tool)).length;
  const choose = (tools: readonly ReportedTool[], on: boolean) => onChange(withChoice(settings, report, tools, on));
  const onlyReads = () =>
    onChange(
      withChoice(withChoice(settings, report, report.tools, false), report, report.tools.filter(isReading), true),
    );
  return (
    <section aria-label="Tools" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Search the tools"
          placeholder="Search the tools"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="min-w-40 flex-1"
        />
        <Button type="button" variant="outline" onClick={() => choose(matching, true)}>
          Choose {text ? "these" : "all"}
        </Button>
        <Button type="button" variant="outline" onClick={() => choose(matching, false)}>
          Leave out {text ? "these" : "all"}
        </Button>
        <Button type="button" variant="outline" onClick={onlyReads}>
          Only reads
        </Button>
      </div>
      <p role="status" className="text-xs text-muted">
        {chosenCount.toLocaleString("en")} of {report.tools.length.toLocaleString("en")} tools selected, about{" "}
        {toTokenWords(tokensOf(report, settings))} tokens together
      </p>
      <ul aria-label="Tools" className="overflow-hidden rounded-lg border empty:hidden">
        {matching.slice(0, shownRows).map((tool) => (
          <Row
            key={tool.operation ?? tool.slug}
            tool={tool}
            isOn={isChosen(settings, tool)}
            onChoose={(on) => choose([tool], on)}
            onEdit={() => setEdited(tool)}
            onTry={onTry && (() => onTry(tool))}
          />
        ))}
      </ul>
      {matching.length > shownRows ? (
        <Button type="button" variant="outline" onClick={() => setShownRows(shownRows + ROWS)}>
          Show {Math.min(ROWS, matching.length - shownRows)} more
        </Button>
      ) : null}
      {edited ? (
        <ToolWindow
          tool={edited}
          settings={edited.operation === null ? {} : (settings.tools?.[edited.operation] ?? {})}
          onClose={() => setEdited(null)}
          onSave={(change) => onChange(withToolSettings(settings, [edited], change))}
        />
      ) : null}
    </section>
  );
}

const isReading = ({ effect }: ReportedTool): boolean => effect === "read";
const tokensOf = ({ tools }: Report, settings: Settings): number =>
  tools.reduce((sum, tool) => sum + (isChosen(settings, tool) ? tool.tokens : 0), 0);
const toneOf = (score: number): BadgeTone => (score >= 80 ? "green" : score >= 50 ? "amber" : "red");

type RowProps = {
  tool: ReportedTool;
  isOn: boolean;
  onChoose: (on: boolean) => void;
  onEdit: () => void;
  onTry: (() => void) | undefined;
};

function Row({ tool, isOn, onChoose, onEdit, onTry }: RowProps) {
  return (
    <li className={cn("flex items-start gap-3 border-t p-3 first:border-t-0", !isOn && "bg-surface")}>
      <Checkbox
        aria-label={`Choose ${tool.slug}`}
        checked={isOn}
        disabled={tool.operation === null}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        className="mt-1"
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium wrap-anywhere">{tool.name}</span>
          {tool.important ? <Star aria-label="Important" className="size-3.5 text-amber" /> : null}
          {tool.effect ? <Badge>{EFFECT_WORDS[tool.effect]}</Badge> : null}
          {tool.deprecated ? <Badge tone="amber">Deprecated</Badge> : null}
        </p>
        <p className="truncate font-mono text-xs text-muted" title={tool.operation ?? tool.slug}>
          {tool.slug}
        </p>
        {tool.description ? <p className="mt-1 line-clamp-2 text-xs text-muted">{tool.description}</p> : null}
        {tool.reasons.length > 0 ? <p className="mt-1 text-xs text-muted">{tool.reasons.join(" ")}</p> : null}
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:flex-col max-sm:items-end">
        <span className="text-xs text-muted tabular-nums" title="About as many tokens in a model">
          {toTokenWords(tool.tokens)} tokens
        </span>
        <Badge tone={toneOf(tool.score)} title="Quality, up to 100">
          {tool.score}
        </Badge>
        {onTry ? (
          <Button
            type="button"
            variant="ghost"
            size="icon"
            aria-label={`Try ${tool.slug}`}
            title="Try it"
            disabled={!isOn}
            onClick={onTry}
          >
            <FlaskConical aria-hidden />
          </Button>
        ) : null}
        <Button
          type="button"
          variant="ghost"
          size="icon"
          aria-label={`Edit ${tool.slug}`}
          title="Edit"
          disabled={tool.operation === null}
          onClick={onEdit}
        >
          <Pencil aria-hidden />
        </Button>
      </div>
    </li>
  );
}
