/**
 * Creates an MCP server in four steps: toolkits, tools, sign-in, users. The URL holds the step, the page holds the
 * choices.
 */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Steps } from "@/components/parts/forms/steps";
import { changeSearch } from "@/components/parts/lists/url-state";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { useGo } from "@/components/ui/use-go";
import { serverHref } from "../mcp-words";
import type { NewServer } from "./made-server";
import { forgetPicks, keepPicks, keptPicks } from "./kept-picks";
import { ToolkitsStep } from "./toolkits-step";
import type { Draft } from "./step-props";

const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-56" />
  </div>
);
const ToolsStep = dynamic(() => import("./tools-step").then((module) => module.ToolsStep), {
  ssr: false,
  loading: Shape,
});
const SignInStep = dynamic(() => import("./sign-in-step").then((module) => module.SignInStep), {
  ssr: false,
  loading: Shape,
});
const UsersStep = dynamic(() => import("./users-step").then((module) => module.UsersStep), {
  ssr: false,
  loading: Shape,
});
const MadeServer = dynamic(() => import("./made-server").then((module) => module.MadeServer), {
  ssr: false,
  loading: Shape,
});

const CreateNow = dynamic(() => import("./create-now").then((module) => module.CreateNow), { ssr: false });

const STEPS = [
  { key: "toolkits", name: "Toolkits" },
  { key: "tools", name: "Tools" },
  { key: "sign-in", name: "Authentication" },
  { key: "users", name: "Users" },
] as const;

const goTo = (index: number) => changeSearch({ step: index === 0 ? "" : (STEPS[index]?.key ?? "") }, "push");

const listOf = (text: string | null): string[] => [...new Set((text ?? "").split(",").filter(Boolean))];

/** The part of a draft that is in the URL, so that a reload keeps it; the tab keeps the single tools. */
const toAddress = ({ toolkits, configs, managed }: Draft) => ({
  toolkits: toolkits.join(","),
  configs: configs.join(","),
  managed: managed ? "1" : "",
});

/** Preselected by `?toolkits=a,b`. */
export function McpWizard() {
  const search = useSearchParams();
  const [draft, setDraft] = useState<Draft>(() => {
    const toolkits = listOf(search.get("toolkits")?.toLowerCase() ?? null);
    const configs = listOf(search.get("configs"));
    return { toolkits, picks: keptPicks(toolkits), configs, managed: search.get("managed") === "1" };
  });
  const [newServer, setMade] = useState<NewServer | null>(null);
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepPicks(next.toolkits, next.picks);
    changeSearch(toAddress(next));
  };
  const { replace, going } = useGo();
  const toast = useToast();
  const done = (server: NewServer) => {
    forgetPicks();
    if (server.address) return setMade(server);
    // Its page has all that clients need.
    toast(`${server.name} is ready`);
    const { user } = server.audience;
    replace(`${serverHref(server.id)}${user ? `?way=signed&user=${encodeURIComponent(user)}` : ""}`);
  };
  useLeaveGuard(newServer === null && draft.toolkits.length > 0);
  if (!useMay("mcp_servers:write")) return <Alert tone="info">Your role can’t create MCP servers.</Alert>;
  if (newServer?.address) return <MadeServer made={newServer} address={newServer.address} />;
  const stepIndex =
    draft.toolkits.length === 0
      ? 0
      : Math.max(
          0,
          STEPS.findIndex(({ key }) => key === search.get("step")),
        );
  const skip =
    draft.toolkits.length > 0 ? (
      <CreateNow
        draft={draft}
        label={stepIndex === 0 ? "Create with suggested tools" : "Create now"}
        opening={going}
        onMade={done}
      />
    ) : null;
  const step = { draft, onChange: change, onNext: () => goTo(stepIndex + 1), skip };
  return (
    <>
      <Steps steps={STEPS} at={stepIndex} onBack={goTo} />
      {stepIndex === 0 ? <ToolkitsStep {...step} /> : null}
      {stepIndex === 1 ? <ToolsStep {...step} /> : null}
      {stepIndex === 2 ? <SignInStep {...step} /> : null}
      {stepIndex === 3 ? <UsersStep draft={draft} opening={going} onMade={done} /> : null}
    </>
  );
}
