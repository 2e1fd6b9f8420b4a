/** Two tabs: finding tools, and the requests whose results were marked as wrong. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs } from "@/components/ui/tabs";
import { FindTools } from "./find-tools";

const WrongResults = dynamic(() => import("./wrong-results").then(({ WrongResults }) => WrongResults));

export function FindPage() {
  const tab = useSearchParams().get("tab") === "wrong" ? "wrong" : "find";
  return (
    <Tabs
      label="Find"
      tabs={[
        { key: "find", label: "Find tools" },
        { key: "wrong", label: "Reported results" },
      ]}
      value={tab}
      onChange={(key) => changeSearch({ tab: key === "wrong" ? "wrong" : "" })}
    >
      {tab === "wrong" ? <WrongResults /> : <FindTools />}
    </Tabs>
  );
}
