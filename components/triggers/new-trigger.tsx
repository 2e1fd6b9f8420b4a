/** Setting up a trigger: which type, for whose account, with which config. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { QueryView } from "@/components/parts/display/query-view";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { newTriggerHref } from "./trigger-words";

const TypeList = dynamic(() => import("./type-list").then(({ TypeList }) => TypeList));
const TriggerForm = dynamic(() => import("./trigger-form").then(({ TriggerForm }) => TriggerForm), {
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-64" />
    </div>
  ),
});

/** With `?type=` the form, without it the gallery. */
export function NewTrigger() {
  const slug = useSearchParams().get("type") ?? "";
  return slug ? <OfType key={slug} slug={slug} /> : <TypeList hrefOf={newTriggerHref} />;
}

function OfType({ slug }: { slug: string }) {
  const type = useQuery({ ...query(triggersApi.getTriggerType, { params: { slug }, query: {} }), staleTime: 60_000 });
  return (
    <QueryView query={type} what={`the trigger type ${slug}`} skeleton={<Skeleton className="h-64" />}>
      {(triggerType) => <TriggerForm type={triggerType} />}
    </QueryView>
  );
}
