/** The policies that calls of the project obey: those of its organization, then its own. */
"use client";
import { Plus, Scale } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState, type ReactNode } from "react";
import { useMay } from "@/components/access/use-session";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Budgets, useBudgets } from "./budgets";
import { PolicyList } from "./policy-list";
import { usePolicies, type PolicyScope } from "./use-policy-changes";

const PolicyWindow = dynamic(() => import("./policy-window").then(({ PolicyWindow }) => PolicyWindow), { ssr: false });
const ToolWebhookPart = dynamic(() => import("./tool-webhook").then((module) => module.ToolWebhookPart), {
  ssr: false,
});

/** Those of the organization; without any, only for people who can create one. */
function OrganizationPolicies({ onCreate }: { onCreate: () => void }) {
  const may = useMay("organization:write");
  const { data } = usePolicies("organization");
  const id = useId();
  if (!may && data?.items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8 space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold">
            Organization
          </h2>
          <p className="text-sm text-muted">Applied first in every project. Projects can’t turn them off.</p>
        </div>
        {may ? (
          <Button variant="outline" onClick={onCreate}>
            <Plus aria-hidden /> Create organization policy
          </Button>
        ) : null}
      </div>
      <PolicyList
        scope="organization"
        may={may}
        caption="Policies of the organization in their order"
        empty={<p className="px-4 py-5 text-sm text-muted">No policies for all projects.</p>}
      />
    </section>
  );
}

type ListsProps = {
  may: boolean;
  create: (variant: "primary" | "outline") => ReactNode;
  onCreateAbove: () => void;
};

function Lists({ may, create, onCreateAbove }: ListsProps) {
  const id = useId();
  return (
    <>
      <OrganizationPolicies onCreate={onCreateAbove} />
      <section aria-labelledby={id} className="space-y-3">
        <h2 id={id} className="text-base font-semibold">
          This project
        </h2>
        <PolicyList
          scope="project"
          may={may}
          caption="Policies of this project in their order"
          empty={
            <EmptyState
              Icon={Scale}
              title="No policies yet"
              guide="security-and-teams/policies"
              action={may ? create("outline") : undefined}
            >
              A policy denies calls, asks for approval, replaces values or limits calls, for the tools, users and values
              that you choose.
            </EmptyState>
          }
        />
      </section>
      <Budgets may={may} />
      <div className="mt-8">
        <ToolWebhookPart may={may} />
      </div>
    </>
  );
}

export function Policies() {
  const may = useMay("project:write");
  const [creating, setCreating] = useState<PolicyScope | null>(null);
  // All lists come at once, so that the first one does not push the next one down.
  const lists = [usePolicies("organization"), usePolicies("project"), useBudgets()];
  const isPending = lists.some((list) => list.isPending);
  const create = (variant: "primary" | "outline") => (
    <Button variant={variant} onClick={() => setCreating("project")}>
      <Plus aria-hidden /> Create policy
    </Button>
  );
  return (
    <>
      <PageHeader title="Policies" description="Rules for every tool call in this project, applied from top to bottom.">
        {may ? create("primary") : null}
      </PageHeader>
      {isPending ? (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            Loading policies
          </span>
          <Skeleton className="h-64" />
        </div>
      ) : (
        <Lists may={may} create={create} onCreateAbove={() => setCreating("organization")} />
      )}
      {creating ? <PolicyWindow scope={creating} policy={null} onClose={() => setCreating(null)} /> : null}
    </>
  );
}
