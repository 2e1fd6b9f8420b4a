/** An auth config: its accounts, its settings, and its deletion. The chosen tab is in the URL. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { query } from "@/lib/contract/client";
import type { AuthConfig } from "./auth-config";
import { appWords, schemeWords } from "./scheme-words";

// Each tab's code comes with the tab.
const ConfigAccounts = dynamic(() => import("./config-accounts").then(({ ConfigAccounts }) => ConfigAccounts), {
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-56" />
    </div>
  ),
});
const DangerZone = dynamic(() => import("./danger-zone").then(({ DangerZone }) => DangerZone), {
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-56" />
    </div>
  ),
});
const ConfigSettings = dynamic(() => import("./config-settings").then(({ ConfigSettings }) => ConfigSettings), {
  ssr: false,
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-64 max-w-2xl" />
    </div>
  ),
});

type TabKey = "accounts" | "settings" | "danger";

const toTab = (text: string | null): TabKey => (text === "settings" || text === "danger" ? text : "accounts");

export function AuthConfigDetail({ id }: { id: string }) {
  const config = useQuery(query(authConfigsApi.getAuthConfig, { params: { nanoid: id } }));
  return (
    <QueryView query={config} what="this auth config" skeleton={<Shape />}>
      {(authConfig) => <Loaded config={authConfig} />}
    </QueryView>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-64" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <Skeleton className="h-64" />
  </div>
);

function Loaded({ config }: { config: AuthConfig }) {
  useCrumbName(config.name);
  const tab = toTab(useSearchParams().get("tab"));
  const tabs: Tab<TabKey>[] = [
    { key: "accounts", label: "Accounts", count: config.no_of_connections },
    { key: "settings", label: "Settings" },
    { key: "danger", label: "Danger zone" },
  ];
  const enabled = config.status === "ENABLED";
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-3">
            <ToolkitLogo slug={config.toolkit.slug} src={config.toolkit.logo || undefined} className="size-7" />
            <span className="min-w-0 break-words">{config.name}</span>
            <StatusBadge status={config.status} />
          </span>
        }
        description={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span>
              <ToolkitName slug={config.toolkit.slug} /> · {schemeWords(config.auth_scheme).label} · app:{" "}
              {appWords(config).toLowerCase()}
            </span>
            <CopyableId id={config.id} what="auth config ID" />
          </span>
        }
      >
        {enabled ? <ConnectAccount authConfigId={config.id} /> : null}
      </PageHeader>
      {enabled ? null : (
        <Alert tone="warning" title="This auth config is disabled" className="mb-4">
          No one can connect with it, and tools reject its accounts. Enable it again under Danger zone.
        </Alert>
      )}
      <Tabs
        label="Parts of this auth config"
        tabs={tabs}
        value={tab}
        onChange={(key) => changeSearch({ tab: key === "accounts" ? "" : key })}
      >
        {tab === "accounts" ? (
          <ConfigAccounts config={config} />
        ) : tab === "settings" ? (
          <ConfigSettings key={config.last_updated_at} config={config} />
        ) : (
          <DangerZone config={config} />
        )}
      </Tabs>
    </>
  );
}
