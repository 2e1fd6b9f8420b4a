/** The checklist as a page of its own, which stays when all of its steps are done. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { query } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";
import { Checklist, ChecklistSkeleton } from "./checklist";

const EVERY_MS = 15_000;

export function FirstSteps({ demo }: { demo: boolean }) {
  const numbers = useQuery({ ...query(overviewApi.getOverview, {}), refetchInterval: EVERY_MS });
  return (
    <QueryView query={numbers} what="the first steps" skeleton={<ChecklistSkeleton />}>
      {(overview) => <Checklist overview={overview} demo={demo} />}
    </QueryView>
  );
}
