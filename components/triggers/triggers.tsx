/** The project's triggers, and the trigger types that can be used for a new trigger. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { typeHref } from "@/components/events/event-words";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs } from "@/components/ui/tabs";
import { NO_FILTERS } from "./trigger-filters";
import { TriggerList } from "./trigger-list";

const TypeList = dynamic(() => import("./type-list").then(({ TypeList }) => TypeList));

const TABS = [
  { key: "active", label: "Your triggers" },
  { key: "types", label: "Types" },
] as const;

export function Triggers() {
  const tab = useSearchParams().get("tab") === "types" ? "types" : "active";
  return (
    <Tabs
      label="Triggers"
      tabs={TABS}
      value={tab}
      onChange={(key) => changeSearch({ ...NO_FILTERS, search: "", kind: "", tab: key === "active" ? "" : key })}
    >
      {tab === "active" ? <TriggerList /> : <TypeList hrefOf={typeHref} />}
    </Tabs>
  );
}
