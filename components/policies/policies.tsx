/** The policies that calls of the project obey: those of its organization, then its own. */
"use client";
import { Plus, Scale } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Button } from "@/components/ui/button";
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
  if (!may && (data?.items.length ?? 0) === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8 space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold">
            Organization
          </h2>
          <p className="text-sm text-muted">They come first in every project, and no project can switch them off.</p>
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

export function Policies() {
  const may = useMay("project:write");
  const [creating, setCreating] = useState<PolicyScope | null>(null);
  const isLoaded = usePolicies("project").data !== undefined;
  const id = useId();
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
      <OrganizationPolicies onCreate={() => setCreating("organization")} />
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
      {isLoaded ? (
        <div className="mt-8">
          <ToolWebhookPart may={may} />
        </div>
      ) : null}
      {creating ? <PolicyWindow scope={creating} policy={null} onClose={() => setCreating(null)} /> : null}
    </>
  );
}
