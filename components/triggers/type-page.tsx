/** The page of a trigger type: its events, its setup, and an example. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { SchemaTable } from "@/components/catalog/schema-table";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { JsonView } from "@/components/parts/display/json-view";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Section } from "@/components/parts/display/section";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { KindBadge } from "./kind-badge";
import { newTriggerHref, type TriggerType } from "./trigger-words";

export function TypePage({ slug }: { slug: string }) {
  const type = useQuery({ ...query(triggersApi.getTriggerType, { params: { slug }, query: {} }), staleTime: 60_000 });
  return (
    <QueryView query={type} what={`the trigger type ${slug}`} skeleton={<Shape />}>
      {(triggerType) => <Loaded type={triggerType} />}
    </QueryView>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-64" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <Skeleton className="h-64" />
  </div>
);

const TEST_NOTES = {
  live: (of: string) => `Tested against the live ${of} API.`,
  emulator: (of: string) => `Tested against an emulated ${of}; not yet verified against the live API.`,
  documentation: (of: string) => `Tested against ${of}'s documentation; not yet verified against the live API.`,
} as const;

function Loaded({ type }: { type: TriggerType }) {
  useCrumbName(type.name);
  const may = useMay("triggers:write");
  const toolkit = encodeURIComponent(type.toolkit.slug);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start gap-4">
        <ToolkitLogo slug={type.toolkit.slug} className="size-12 rounded-lg text-xl" />
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{type.name}</h1>
            <KindBadge kind={type.type} />
            {type.requires_webhook_endpoint_setup ? <Badge>Manual setup</Badge> : null}
          </div>
          <p className="mt-1 max-w-3xl text-sm text-muted">{type.description}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <CopyableId id={type.slug} what="trigger type" />
            <Link href={`/toolkits/${toolkit}?tab=triggers`} className="rounded-sm underline underline-offset-4">
              {type.toolkit.name}
            </Link>
            <Link
              href={`/triggers?type=${encodeURIComponent(type.slug)}`}
              className="rounded-sm underline underline-offset-4"
            >
              Your triggers
            </Link>
          </p>
        </div>
        {may ? (
          <Button asChild>
            <Link href={newTriggerHref(type.slug)}>
              <Plus aria-hidden /> Create trigger
            </Link>
          </Button>
        ) : null}
      </header>
      <p className="mb-6 max-w-3xl text-sm">
        {type.instructions ? `${type.instructions} ` : ""}
        <span className="text-muted">{TEST_NOTES[type.tried_against ?? "documentation"](type.toolkit.name)}</span>
      </p>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-8 lg:grid-cols-2">
        <Section title="Config">
          <SchemaTable caption="Fields of the config" schema={type.config} empty="No config needed." />
        </Section>
        <Section title="Payload">
          <SchemaTable caption="Fields of the payload" schema={type.payload} empty="The provider’s full event." />
        </Section>
      </div>
      {type.sample ? (
        <div className="mt-8">
          <Section title="Sample">
            <JsonView label="Sample payload" value={type.sample} />
          </Section>
        </div>
      ) : null}
    </>
  );
}
