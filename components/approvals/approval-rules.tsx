/**
 * The project's rules for all tools, for single tools and for toolkits. They apply to sessions without rules of their
 * own.
 */
"use client";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, pages, query, type ResultOf } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { DEFAULTS, RULES, type Default, type ToolRule } from "./approval-words";

type Rule = ResultOf<typeof approvalsApi.listApprovalRules>["items"][number];

const { listApprovalRules, getApprovalPolicy } = approvalsApi;
const LIVES: readonly (readonly [number, string])[] = [
  [60, "1 minute"],
  [600, "10 minutes"],
  [3600, "1 hour"],
  [28_800, "8 hours"],
  [86_400, "24 hours"],
];

const toColumns = (remove: ((rule: Rule) => void) | null): Column<Rule>[] => [
  {
    heading: "Tool or toolkit",
    className: "w-full max-w-0 min-w-36",
    cell: ({ subject }) => (
      <span className="block truncate font-mono text-xs" title={subject}>
        {subject}
      </span>
    ),
  },
  { heading: "Rule", className: "whitespace-nowrap", cell: ({ rule }) => RULES[rule] },
  {
    heading: "By",
    wide: "lg",
    className: "text-muted",
    cell: ({ created_by: by }) => <span className="block max-w-56 truncate">{by.name ?? by.id}</span>,
  },
  { heading: "Since", wide: "md", className: "text-muted", cell: (rule) => <RelativeTime at={rule.created_at} /> },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (rule) =>
      remove ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove the rule for ${rule.subject}`}
          title="Remove"
          onClick={() => remove(rule)}
        >
          <Trash2 aria-hidden />
        </Button>
      ) : null,
  },
];

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : "");

export function ApprovalRules() {
  const may = useMay("sessions:write");
  const mayLoosen = useMay("project:write");
  const toast = useToast();
  const rules = useInfiniteQuery(pages(listApprovalRules, { query: { limit: 50 } }));
  const remove = useMutation(
    mutation(approvalsApi.deleteApprovalRule, useQueryClient(), { refresh: [listApprovalRules] }),
  );
  const takeBack = ({ subject }: Rule) =>
    remove.mutate(
      { params: { subject } },
      {
        onSuccess: () => toast("Rule removed"),
        onError: (error) => toast(`Couldn’t remove the rule. ${sentenceOf(error)}`, { tone: "error" }),
      },
    );
  const columns = toColumns(mayLoosen ? takeBack : null);
  return (
    <div className="space-y-6">
      <Policy may={may} />
      {may ? <NewRule /> : null}
      {may && !mayLoosen ? (
        <p className="text-sm text-muted">
          Your role can only add stricter rules. Owners and admins can relax and remove them.
        </p>
      ) : null}
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={rules}
          what="the rules"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ pages: [first] }) => first?.items.length === 0}
          empty={
            <EmptyState Icon={ListChecks} title="No rules yet" guide="agents-and-sessions/approvals">
              {may ? "Add one above, or choose" : "Add one with"} “Always approve this tool” on a waiting call. A
              session’s own setting takes precedence.
            </EmptyState>
          }
        >
          {({ pages: all }) => (
            <DataTable
              caption="Project rules, newest first"
              columns={columns}
              rows={all.flatMap(({ items }) => items)}
              rowKey={({ subject }) => subject}
            />
          )}
        </QueryView>
      </div>
    </div>
  );
}

function Policy({ may }: { may: boolean }) {
  const toast = useToast();
  const policy = useQuery(query(getApprovalPolicy, {}));
  const change = useMutation(
    mutation(approvalsApi.updateApprovalPolicy, useQueryClient(), { refresh: [getApprovalPolicy] }),
  );
  const save = (body: { default?: Default; expires_in_seconds?: number }) =>
    change.mutate(
      { body },
      {
        onSuccess: () => toast("Saved"),
        onError: (error) => toast(`Not saved. ${sentenceOf(error)}`, { tone: "error" }),
      },
    );
  if (policy.isError && !policy.data) return <ErrorState error={policy.error} />;
  if (!policy.data) return <PolicyShape />;
  const { default: usual, expires_in_seconds: life } = policy.data;
  const lives = LIVES.some(([seconds]) => seconds === life) ? LIVES : [...LIVES, [life, `${life} seconds`] as const];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Default" help="For tools without a rule, in sessions without their own setting.">
        {(wiring) => (
          <Select
            {...wiring}
            value={usual}
            disabled={!may || change.isPending}
            onChange={(event) => save({ default: event.currentTarget.value as Default })}
          >
            {Object.entries(DEFAULTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Timeout" help="After that, the call fails.">
        {(wiring) => (
          <Select
            {...wiring}
            value={String(life)}
            disabled={!may || change.isPending}
            onChange={(event) => save({ expires_in_seconds: Number(event.currentTarget.value) })}
          >
            {lives.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** As high as the loaded content, so that nothing below it moves. */
const PolicyShape = () => (
  <div className="grid gap-4 sm:grid-cols-2" aria-busy="true">
    {["Default", "Timeout"].map((label) => (
      <Field key={label} label={label} help="Loading">
        {() => <Skeleton className="h-8" />}
      </Field>
    ))}
  </div>
);

function NewRule() {
  const [subject, setSubject] = useState("");
  const [rule, setRule] = useState<ToolRule>("ask_always");
  const set = useMutation(mutation(approvalsApi.setApprovalRule, useQueryClient(), { refresh: [listApprovalRules] }));
  const { mayGo, error } = useTried({ subject: required(subject, "Enter a tool or a toolkit.") });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    set.mutate({ params: { subject: subject.trim() }, body: { rule } }, { onSuccess: () => setSubject("") });
  };
  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <Field label="Tool or toolkit" error={error("subject") ?? (set.isError ? sentenceOf(set.error) : undefined)}>
        {(wiring) => (
          <Input
            {...wiring}
            placeholder="GMAIL_SEND_EMAIL or gmail"
            autoComplete="off"
            spellCheck={false}
            value={subject}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Rule">
        {(wiring) => (
          <Select {...wiring} value={rule} onChange={(event) => setRule(event.currentTarget.value as ToolRule)}>
            {Object.entries(RULES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="sm:mt-6.5" disabled={set.isPending}>
        Set rule
      </Button>
    </form>
  );
}
