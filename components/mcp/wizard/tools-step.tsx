/** The second step: the tools that clients receive, and the token cost of their list. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { FieldError } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { useTried } from "@/components/parts/forms/use-tried";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import { mcpToolsApi } from "@/generated/addresses/mcp/tools";
import { countOf } from "@/lib/contract/count-of";
import { choiceOf, FIRST_CHOICE, type OfferedTool, tokensOf, withPicked } from "../tool-choice";
import type { StepProps } from "./step-props";
import { StepPart } from "./step-part";
import { ToolRows } from "./tool-rows";

/** From here on the list is a good part of what a model can read at once. */
const MANY_TOKENS = 20_000;
const MOST_FOUND = 100;
const NOTHING: readonly OfferedTool[] = [];

export function ToolsStep({ draft: { toolkits, picks }, onChange, onNext, skip }: StepProps) {
  const offer = useQuery({ ...query(mcpToolsApi.offerMcpTools, { query: { toolkits } }), staleTime: 60_000 });
  const tools = offer.data?.items ?? NOTHING;
  const selection = useMemo(() => choiceOf(tools, picks), [tools, picks]);
  const tokens = tokensOf(tools, selection);
  const { mayGo, error } = useTried({ tools: selection.size === 0 ? "Choose at least one tool." : undefined });
  return (
    <StepPart
      title="Which tools should clients get?"
      help={`The ${FIRST_CHOICE} most useful tools of each toolkit are preselected. Models work better with fewer tools.`}
      action="Next: auth"
      mayGo={mayGo}
      pending={offer.isPending}
      onNext={onNext}
      skip={skip}
      note={
        offer.data
          ? `${selection.size.toLocaleString("en")} of ${countOf(tools.length, "tool")}, ≈${toTokenWords(tokens)} tokens in context`
          : null
      }
    >
      <QueryView
        query={offer}
        what="the tools of these toolkits"
        skeleton={<Skeleton className="h-80" />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Alert tone="warning">These toolkits have no tools. Go back and select others.</Alert>}
      >
        {({ items, more }) => (
          <>
            {more ? (
              <Alert tone="info">
                These toolkits have more tools than the {items.length.toLocaleString("en")} listed here. Select all, or
                fewer toolkits.
              </Alert>
            ) : null}
            <ToolChoice
              toolkits={toolkits}
              tools={items}
              chosen={selection}
              onPick={(changes) => onChange({ picks: withPicked(picks, items, changes) })}
            />
          </>
        )}
      </QueryView>
      <FieldError>{error("tools")}</FieldError>
      {tokens > MANY_TOKENS ? (
        <Alert tone="warning">
          Most clients load the whole list at the start of each conversation: {countOf(tokens, "token")} each time.
        </Alert>
      ) : null}
    </StepPart>
  );
}

type ToolChoiceProps = {
  toolkits: readonly string[];
  tools: readonly OfferedTool[];
  chosen: ReadonlySet<string>;
  onPick: (changes: ReadonlyMap<string, boolean>) => void;
};

/** The tools that match the text, best first; all tools without a text; undefined during the search. */
function useFound(tools: readonly OfferedTool[], toolkits: readonly string[], words: string) {
  const searchQuery = useQuery({
    ...query(catalogApi.listTools, {
      query: {
        query: words,
        toolkit_slug: [...toolkits],
        toolkit_versions: "latest",
        include_deprecated: false,
        limit: MOST_FOUND,
      },
    }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const bySlug = useMemo(() => new Map(tools.map((tool) => [tool.slug, tool])), [tools]);
  if (words === "") return { shown: tools, error: null };
  return {
    shown: searchQuery.data?.items.flatMap(({ slug }) => bySlug.get(slug) ?? []),
    error: searchQuery.data ? null : searchQuery.error,
  };
}

function ToolChoice({ toolkits, tools, chosen: selection, onPick }: ToolChoiceProps) {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const { shown: visibleTools, error } = useFound(tools, toolkits, words);
  const pick = (isOn: (tool: OfferedTool) => boolean) =>
    onPick(new Map((visibleTools ?? NOTHING).map((tool) => [tool.slug, isOn(tool)])));
  return (
    <div className="rounded-lg border">
      <div className="flex flex-wrap items-center gap-2 border-b p-2">
        <Input
          type="search"
          aria-label="Search tools"
          placeholder="Search tools by what they do"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="min-w-40 flex-1"
        />
        <span role="group" aria-label={words ? "Matching tools" : "All tools"} className="flex flex-wrap gap-1">
          <Button variant="ghost" disabled={!visibleTools?.length} onClick={() => pick(() => true)}>
            All
          </Button>
          <Button
            variant="ghost"
            disabled={!visibleTools?.length}
            onClick={() => pick(({ read_only: reads }) => reads)}
          >
            Read-only
          </Button>
          <Button variant="ghost" disabled={!visibleTools?.length} onClick={() => pick(() => false)}>
            None
          </Button>
        </span>
      </div>
      <ToolRows
        key={words}
        tools={visibleTools}
        problem={error?.message}
        chosen={selection}
        onToggle={(slug, on) => onPick(new Map([[slug, on]]))}
      />
    </div>
  );
}
