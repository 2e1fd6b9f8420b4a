/** How many executions the filters of the page choose. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { ListTotal } from "@/components/parts/lists/list-total";
import { logsApi } from "@/generated/addresses/logs";
import { query } from "@/lib/contract/client";
import { CHOICES, toLogQuery } from "./log-filters";

/** A number that people glance at may be a little old. */
const EVERY_MS = 30_000;

export function LogTotal() {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const [now] = useState(() => Date.now());
  const { limit: _limit, order: _order, ...body } = { order: undefined, ...toLogQuery(search, now) };
  // the server refuses a count that would take too long; then there is no number
  const { data } = useQuery({ ...query(logsApi.countToolLogs, { body }), refetchInterval: EVERY_MS, retry: false });
  return <ListTotal total={data?.total} isComplete={data?.is_complete} words={["call", "calls"]} />;
}
