/**
 * The project's rules for all tools, for single tools and for toolkits. They apply to sessions without rules of their
 * own.
 */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ListChecks, Trash2, UserCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { Field } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { mutation, pages, type ResultOf } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { ApprovalPolicy } from "./approval-policy";
import { toApproversText } from "./approvers-words";
import { RULES, type ToolRule } from "./approval-words";
import { RuleSubject } from "./rule-subject";
import { SubjectField } from "./subject-field";

const RuleApprovers = dynamic(() => import("./rule-approvers").then(({ RuleApprovers }) => RuleApprovers), {
  ssr: false,
});

type Rule = ResultOf<typeof approvalsApi.listApprovalRules>["items"][number];

const { listApprovalRules } = approvalsApi;

type RuleActions = { remove: (rule: Rule) => void; choose: (rule: Rule) => void };

const toColumns = (actions: RuleActions | null): Column<Rule>[] => [
  {
    heading: "Tool or toolkit",
    className: "w-full max-w-0 min-w-36",
    cell: ({ subject }) => <RuleSubject subject={subject} />,
  },
  { heading: "Rule", className: "whitespace-nowrap", cell: ({ rule }) => RULES[rule] },
  {
    heading: "Approvers",
    wide: "md",
    className: "text-muted",
    cell: ({ approvers }) => (
      <span className="block max-w-56 truncate">
        {approvers ? toApproversText(approvers) : "As in the project’s setting"}
      </span>
    ),
  },
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
      actions ? (
        <span className="whitespace-nowrap">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Choose approvers for ${rule.subject}`}
            title="Choose approvers"
            aria-haspopup="dialog"
            onClick={() => actions.choose(rule)}
          >
            <UserCheck aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove the rule for ${rule.subject}`}
            title="Remove"
            onClick={() => actions.remove(rule)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
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
  const [chosenRule, setChosenRule] = useState<Rule | null>(null);
  const columns = toColumns(mayLoosen ? { remove: takeBack, choose: setChosenRule } : null);
  return (
    <div className="space-y-6">
      <ApprovalPolicy may={may} />
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
      {chosenRule ? <RuleApprovers rule={chosenRule} onClose={() => setChosenRule(null)} /> : null}
    </div>
  );
}

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
      <SubjectField
        value={subject}
        onChange={setSubject}
        error={error("subject") ?? (set.isError ? sentenceOf(set.error) : undefined)}
      />
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
