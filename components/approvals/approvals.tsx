/** The calls that wait for a decision, the past decisions, and the rules. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useAttention } from "@/components/attention/use-attention";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { ApprovalList } from "./approval-list";

const ApprovalRules = dynamic(() => import("./approval-rules").then(({ ApprovalRules }) => ApprovalRules));

type Key = "waiting" | "history" | "rules";

export function Approvals() {
  const tabParam = useSearchParams().get("tab");
  const tab: Key = tabParam === "history" || tabParam === "rules" ? tabParam : "waiting";
  const { data } = useAttention();
  const tabs: Tab<Key>[] = [
    { key: "waiting", label: "Waiting", ...(data && { count: data.approvals }) },
    { key: "history", label: "History" },
    { key: "rules", label: "Rules" },
  ];
  return (
    <Tabs
      label="Approvals"
      tabs={tabs}
      value={tab}
      onChange={(key) => changeSearch({ tab: key === "waiting" ? "" : key })}
    >
      {tab === "rules" ? <ApprovalRules /> : <ApprovalList key={tab} waiting={tab === "waiting"} />}
    </Tabs>
  );
}
