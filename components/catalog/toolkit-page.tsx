/** A toolkit: its tools, its sign-in methods, and its versions. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, FlaskConical, ListChecks, Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState, type MouseEvent } from "react";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import type { Toolkit } from "./toolkit";
import { AddTool, BelowAddedTools } from "@/components/own-toolkits/added/added-tools";
import { AuthBadges, ConnectedMark } from "./toolkit-card";
import { ToolkitTools } from "./toolkit-tools";
import { useConnectedToolkits } from "./use-connected-toolkits";

const ToolkitAuthentication = dynamic(() =>
  import("./toolkit-authentication").then(({ ToolkitAuthentication }) => ToolkitAuthentication),
);
const ToolkitVersions = dynamic(() => import("./toolkit-versions").then(({ ToolkitVersions }) => ToolkitVersions));
const ToolkitTriggers = dynamic(() => import("./toolkit-triggers").then(({ ToolkitTriggers }) => ToolkitTriggers));
const ToolkitAbout = dynamic(() => import("./toolkit-about").then(({ ToolkitAbout }) => ToolkitAbout));

const CheckCalls = dynamic(() => import("./check-calls").then(({ CheckCalls }) => CheckCalls), { ssr: false });

const ConnectToolkit = dynamic(() => import("./connect-toolkit").then(({ ConnectToolkit }) => ConnectToolkit), {
  ssr: false,
});

const TABS = ["tools", "authentication", "triggers", "versions", "about"] as const;
type TabKey = (typeof TABS)[number];
const toTab = (value: string | null): TabKey => TABS.find((key) => key === value) ?? "tools";

export function ToolkitPage({ slug }: { slug: string }) {
  const toolkit = useQuery({ ...query(catalogApi.getToolkit, { params: { slug }, query: {} }), staleTime: 60_000 });
  const connected = useConnectedToolkits();
  return (
    <QueryView query={toolkit} what={`the toolkit ${slug}`} skeleton={<PageSkeleton />}>
      {(toolkitDetails) =>
        // The mark of a connected toolkit can take a line of its own: what is below it must not move.
        connected ? (
          <>
            <Header toolkit={toolkitDetails} connected={connected.has(slug)} />
            <Sections toolkit={toolkitDetails} />
          </>
        ) : (
          <PageSkeleton />
        )
      }
    </QueryView>
  );
}

const needsSignIn = ({ auth_config_details: schemes }: Toolkit): boolean =>
  schemes.some(({ mode }) => mode !== "NO_AUTH");

function Header({ toolkit, connected }: { toolkit: Toolkit; connected: boolean }) {
  const slug = encodeURIComponent(toolkit.slug);
  useCrumbName(toolkit.name);
  const signIn = needsSignIn(toolkit);
  const [isChecking, setChecking] = useState(false);
  return (
    <header className="mb-4 flex flex-wrap items-start gap-4">
      <ToolkitLogo slug={toolkit.slug} className="size-12 rounded-lg text-xl" />
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{toolkit.name}</h1>
          <AuthBadges
            schemes={
              toolkit.auth_config_details.length > 0 ? toolkit.auth_config_details.map(({ mode }) => mode) : ["NO_AUTH"]
            }
          />
          {toolkit.meta.proxy_only ? <Badge title="No tools">Proxy only</Badge> : null}
          {connected ? <ConnectedMark /> : null}
        </div>
        <p className="mt-1 max-w-3xl text-sm text-muted">{toolkit.meta.description}</p>
      </div>
      {isChecking ? <CheckCalls onClose={() => setChecking(false)} /> : null}
      <div className="flex flex-wrap gap-2">
        {toolkit.meta.proxy_only ? null : (
          <Button asChild variant={signIn ? "outline" : "primary"}>
            <Link href={`/playground?toolkit=${slug}`}>
              <FlaskConical aria-hidden /> Try a tool
            </Link>
          </Button>
        )}
        {signIn ? <Connect toolkit={toolkit} /> : null}
        {toolkit.meta.proxy_only ? null : (
          <Menu
            sections={[
              {
                key: "more",
                items: [
                  {
                    key: "check",
                    label: "Validate my calls",
                    Icon: ListChecks,
                    onSelect: () => setChecking(true),
                  },
                ],
              },
            ]}
            trigger={
              <Button variant="ghost" size="icon" aria-label={`More about ${toolkit.name}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          />
        )}
      </div>
    </header>
  );
}

/** A link that a click turns into a window where an auth config exists: which one it is need not be known before. */
function Connect({ toolkit }: { toolkit: Toolkit }) {
  const [isOpen, setOpen] = useState(false);
  const href = `/auth-configs/new?toolkit=${encodeURIComponent(toolkit.slug)}`;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Button asChild>
        <Link href={href} onClick={open}>
          <Plug aria-hidden /> Connect {toolkit.name}
        </Link>
      </Button>
      {isOpen ? <ConnectToolkit slug={toolkit.slug} newConfigHref={href} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Sections({ toolkit }: { toolkit: Toolkit }) {
  const tab = toTab(useSearchParams().get("tab"));
  const { tools_count: tools, triggers_count: triggers, available_versions: versions } = toolkit.meta;
  return (
    <Tabs
      label={toolkit.name}
      tabs={[
        { key: "tools", label: "Tools", count: tools },
        { key: "authentication", label: "Authentication" },
        ...(triggers > 0 ? [{ key: "triggers" as const, label: "Triggers", count: triggers }] : []),
        { key: "versions", label: "Versions", count: versions.length },
        { key: "about", label: "About" },
      ]}
      value={tab}
      onChange={(key) => changeSearch({ tab: key === "tools" ? "" : key })}
    >
      {tab === "tools" ? (
        <BelowAddedTools toolkit={toolkit.slug}>
          <ToolkitTools
            slug={toolkit.slug}
            proxyOnly={toolkit.meta.proxy_only}
            action={toolkit.base_url ? <AddTool toolkit={toolkit.slug} /> : null}
          />
        </BelowAddedTools>
      ) : null}
      {tab === "triggers" ? <ToolkitTriggers slug={toolkit.slug} /> : null}
      {tab === "authentication" ? <ToolkitAuthentication toolkit={toolkit} /> : null}
      {tab === "versions" ? <ToolkitVersions toolkit={toolkit} /> : null}
      {tab === "about" ? <ToolkitAbout toolkit={toolkit} /> : null}
    </Tabs>
  );
}

const PageSkeleton = () => (
  <div className="space-y-6">
    <div className="flex gap-4">
      <Skeleton className="size-12" />
      <div className="space-y-2">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-80 max-w-full" />
      </div>
    </div>
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
);
