/** The project: its name, its appearance to people who connect, and the data that it stores about calls. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { REPORTS_HREF } from "@/components/connected-accounts/revocation-values";
import { QueryView } from "@/components/parts/display/query-view";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { query } from "@/lib/contract/client";
import { DeleteProject } from "./delete-project";
import { IdentityForm } from "./identity-form";
import { ProjectCredentials } from "./project-credentials";
import { ProjectLinks } from "./project-links";
import { ProjectMcp } from "./project-mcp";
import { ProjectMcpUser } from "./project-mcp-user";
import { ProjectPrivacy } from "./project-privacy";
import { ProjectVerifier } from "./project-verifier";
import { ProjectVersions } from "./project-versions";
import { SettingsSection, toAnchor } from "./settings-section";
import { useMay } from "./use-session";
import { CopyableId } from "@/components/parts/display/copyable-id";

const LanguageModel = dynamic(() =>
  import("@/components/llm/language-model").then(({ LanguageModel }) => LanguageModel),
);
const WebSearch = dynamic(() => import("@/components/web-search/web-search").then(({ WebSearch }) => WebSearch));
const ProjectCopy = dynamic(() =>
  import("@/components/project-copy/project-copy").then(({ ProjectCopy }) => ProjectCopy),
);
const RevokeEverything = dynamic(() =>
  import("@/components/connected-accounts/revoke-everything").then(({ RevokeEverything }) => RevokeEverything),
);

export function ProjectSettings() {
  const project = useQuery(query(accessApi.getProject, {}));
  const mayDelete = useMay("organization:write");
  return (
    <QueryView query={project} what="the project" skeleton={<Shape />}>
      {(projectDetails) => (
        <div>
          <Parts titles={mayDelete ? [...PARTS, DELETE] : PARTS} />
          <Changeable>
            <SettingsSection
              title="Identity"
              text="People see the display name and the logo on the page where they connect."
            >
              <IdentityForm key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Connect links" text="Each link to the connect page works once, for this long.">
              <ProjectLinks project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Privacy" text="Changes take effect at once.">
              <ProjectPrivacy project={projectDetails} />
            </SettingsSection>
            <ProjectCredentials project={projectDetails} />
            <SettingsSection title="MCP addresses" text="What agents need to call the MCP servers of this project.">
              <div className="space-y-5">
                <ProjectMcp project={projectDetails} />
                <ProjectMcpUser key={projectDetails.id} project={projectDetails} />
              </div>
            </SettingsSection>
            <SettingsSection
              title="Who connects"
              text="Your app can check who connects. A link that reaches the wrong person then connects nothing."
            >
              <ProjectVerifier key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Toolkit versions" text="Which versions of tools this project uses.">
              <ProjectVersions project={projectDetails} />
            </SettingsSection>
            <SettingsSection
              title="Language model"
              text="For the agent in the console, for arguments from text and for ranking tools. Everything else works without one."
            >
              <LanguageModel key={projectDetails.id} />
            </SettingsSection>
            <SettingsSection title="Web search" text="For code in the workbench that searches the web.">
              <WebSearch key={projectDetails.id} />
            </SettingsSection>
          </Changeable>
          <SettingsSection title="Project ID" text="For programs that name the project in x-project-id.">
            <CopyableId id={projectDetails.id} what="project ID" />
          </SettingsSection>
          <SettingsSection
            title="Copy project"
            text="What it is made of, as readable files without secrets: for another project, or a repository."
          >
            <ProjectCopy name={projectDetails.name} />
          </SettingsSection>
          <Emergency projectName={projectDetails.name} />
          {mayDelete ? (
            <SettingsSection title={DELETE} text="With everything in it, for everybody. Only owners can.">
              <DeleteProject project={projectDetails} />
            </SettingsSection>
          ) : null}
        </div>
      )}
    </QueryView>
  );
}

/** For a key or a server that somebody else has. */
function Emergency({ projectName }: { projectName: string }) {
  const may = useMay("project:write");
  return (
    <SettingsSection title="Emergency" text="When somebody else may have a key of yours or access to your server.">
      <div className="space-y-2">
        {may ? (
          <RevokeEverything
            everything={{ scope: "project" }}
            of={`the project ${projectName}`}
            label="Revoke every connected account"
          />
        ) : null}
        <p className="text-sm text-muted">
          {may
            ? "All accounts stop working at once, and their providers are told."
            : "Only owners and admins revoke every connected account at once."}{" "}
          <Link href={REPORTS_HREF} className="rounded-sm underline underline-offset-4 hover:text-ink">
            Reports of what was revoked
          </Link>
        </p>
      </div>
    </SettingsSection>
  );
}

/** Members who may not change the project can read its settings. */
function Changeable({ children }: { children: ReactNode }) {
  const may = useMay("project:write");
  return (
    <fieldset disabled={!may} className="min-w-0">
      {may ? null : (
        <Alert tone="info" className="mb-6">
          Only owners and admins change these settings.
        </Alert>
      )}
      {children}
    </fieldset>
  );
}

const PARTS = [
  "Identity",
  "Connect links",
  "Privacy",
  "Credentials",
  "MCP addresses",
  "Who connects",
  "Toolkit versions",
  "Language model",
  "Web search",
  "Project ID",
  "Copy project",
  "Emergency",
] as const;

const DELETE = "Delete project";

/** The page is long: links to its parts. */
const Parts = ({ titles }: { titles: readonly string[] }) => (
  <nav aria-label="Parts of this page" className="mb-6">
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {titles.map((title) => (
        <li key={title}>
          <a
            href={`#${toAnchor(title)}`}
            className="inline-block rounded-sm py-1 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Shape = () => (
  <div className="max-w-2xl space-y-5">
    {[1, 2, 3].map((row) => (
      <div key={row} className="space-y-2">
        <Skeleton className="w-24" />
        <Skeleton className="h-8" />
      </div>
    ))}
    <Skeleton className="h-32" />
  </div>
);
