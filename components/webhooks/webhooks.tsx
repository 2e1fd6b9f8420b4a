/** The receivers of events, the endpoints for incoming events, and the refused requests. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs } from "@/components/ui/tabs";
import { Receivers } from "./receivers";

const Endpoints = dynamic(() => import("./endpoints").then(({ Endpoints }) => Endpoints));
const RefusedRequests = dynamic(() => import("./refused-requests").then(({ RefusedRequests }) => RefusedRequests));

const TABS = [
  { key: "receivers", label: "Webhook endpoints" },
  { key: "endpoints", label: "Provider endpoints" },
  { key: "refused", label: "Rejected requests" },
] as const;

export function Webhooks() {
  const tabKey = useSearchParams().get("tab");
  const tab = TABS.find(({ key }) => key === tabKey)?.key ?? "receivers";
  return (
    <Tabs
      label="Webhooks"
      tabs={TABS}
      value={tab}
      onChange={(key) => changeSearch({ tab: key === "receivers" ? "" : key })}
    >
      {tab === "receivers" ? <Receivers /> : null}
      {tab === "endpoints" ? <Endpoints /> : null}
      {tab === "refused" ? <RefusedRequests /> : null}
    </Tabs>
  );
}
