/** The calls that wait for a decision, the past decisions, and the rules. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { ApprovalList } from "./approval-list";

const ApprovalRules = dynamic(() => import("./approval-rules").then(({ ApprovalRules }) => ApprovalRules));

type Key = "waiting" | "history" | "rules";

export function Approvals() {
  const tabParam = useSearchParams().get("tab");
  const tab: Key = tabParam === "history" || tabParam === "rules" ? tabParam : "waiting";
  const { data } = useQuery(query(approvalsApi.countApprovals, {}));
  const tabs: Tab<Key>[] = [
    { key: "waiting", label: "Waiting", ...(data && { count: data.waiting }) },
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
