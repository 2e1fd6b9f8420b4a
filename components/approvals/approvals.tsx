/** The calls that wait for a decision, the past decisions, and the rules. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useAttention } from "@/components/attention/use-attention";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { ApprovalList } from "./approval-list";

const ApprovalRules = dynamic(() => import("./approval-rules").then(({ ApprovalRules }) => ApprovalRules));

const ApprovalMessages = dynamic(() => import("./approval-messages").then(({ ApprovalMessages }) => ApprovalMessages));

const KEYS = ["history", "rules", "messages"] as const;
type Key = "waiting" | (typeof KEYS)[number];

export function Approvals() {
  const tabParam = useSearchParams().get("tab");
  const tab: Key = KEYS.find((key) => key === tabParam) ?? "waiting";
  const { data } = useAttention();
  const tabs: Tab<Key>[] = [
    { key: "waiting", label: "Waiting", ...(data && { count: data.approvals }) },
    { key: "history", label: "History" },
    { key: "rules", label: "Rules" },
    { key: "messages", label: "Messages" },
  ];
  return (
    <Tabs
      label="Approvals"
      tabs={tabs}
      value={tab}
      onChange={(key) => changeSearch({ tab: key === "waiting" ? "" : key })}
    >
      <Content tab={tab} />
    </Tabs>
  );
}

function Content({ tab }: { tab: Key }) {
  if (tab === "rules") return <ApprovalRules />;
  return tab === "messages" ? <ApprovalMessages /> : <ApprovalList key={tab} waiting={tab === "waiting"} />;
}
