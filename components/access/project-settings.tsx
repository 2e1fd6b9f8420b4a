/** The project: its name, its appearance to people who connect, and the data that it stores about calls. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { REPORTS_HREF } from "@/components/connected-accounts/revocation-values";
import { QueryView } from "@/components/parts/display/query-view";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { FADES, watchEdges } from "@/components/ui/watch-edges";
import { accessApi } from "@/generated/addresses/access";
import { query } from "@/lib/contract/client";
import { DeleteProject } from "./delete-project";
import { IdentityForm } from "./identity-form";
import { ProjectCredentials } from "./project-credentials";
import { ProjectFrames, ProjectPages } from "./project-origins";
import { ProjectLinks } from "./project-links";
import { ProjectMcp } from "./project-mcp";
import { ProjectMcpUser } from "./project-mcp-user";
import { ProjectPrivacy } from "./project-privacy";
import { ProjectVerifier } from "./project-verifier";
import { ProjectVersions } from "./project-versions";
import { SealedSecrets } from "./keyring/sealed-secrets";
import { SettingsSection, toAnchor } from "./settings-section";
import { useMay } from "./use-session";
import { CopyableId } from "@/components/parts/display/copyable-id";

const LanguageModel = dynamic(() =>
  import("@/components/llm/language-model").then(({ LanguageModel }) => LanguageModel),
);
const ProjectAnswers = dynamic(() =>
  import("@/components/execution/project-answers").then(({ ProjectAnswers }) => ProjectAnswers),
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
            <SettingsSection title="Branding" text="Your display name, logo and color on the connect page.">
              <IdentityForm key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Connect links" text="How long a connect link works. Each works once.">
              <ProjectLinks project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Frames" text="Pages of your app that can show the connect page in a frame.">
              <ProjectFrames key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Calls from pages" text="Pages of your app that call the API with browser tokens.">
              <ProjectPages key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Privacy" text="Changes take effect immediately.">
              <ProjectPrivacy project={projectDetails} />
            </SettingsSection>
            <ProjectCredentials project={projectDetails} />
            <SettingsSection title="MCP URLs" text="What agents need to call this project’s MCP servers.">
              <div className="space-y-5">
                <ProjectMcp project={projectDetails} />
                <ProjectMcpUser key={projectDetails.id} project={projectDetails} />
              </div>
            </SettingsSection>
            <SettingsSection
              title="Callback verification"
              text="Have your app confirm who connected, so a link that reaches the wrong person connects nothing."
            >
              <ProjectVerifier key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Toolkit versions" text="Tool versions this project uses.">
              <ProjectVersions project={projectDetails} />
            </SettingsSection>
            <SettingsSection title="Smaller answers" text="How large the responses of tools are in this project.">
              <ProjectAnswers key={projectDetails.id} project={projectDetails} />
            </SettingsSection>
            <SettingsSection
              title="Language model"
              text="For the console’s agent, arguments from text, and tool ranking. Everything else works without one."
            >
              <LanguageModel key={projectDetails.id} />
            </SettingsSection>
            <SettingsSection title="Web search" text="For workbench code that searches the web.">
              <WebSearch key={projectDetails.id} />
            </SettingsSection>
          </Changeable>
          <SettingsSection title="Project ID" text="For programs that send x-project-id.">
            <CopyableId id={projectDetails.id} what="project ID" />
          </SettingsSection>
          <SettingsSection title="Copy project" text="Export or import this project as readable files without secrets.">
            <ProjectCopy name={projectDetails.name} />
          </SettingsSection>
          <SettingsSection
            title="Sealed secrets"
            text="Programs encrypt app secrets so that nothing between them and this server can read them."
          >
            <SealedSecrets />
          </SettingsSection>
          <Emergency projectName={projectDetails.name} />
          {mayDelete ? (
            <SettingsSection title={DELETE} text="Deletes everything in it, for everyone. Owners only.">
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
    <SettingsSection title="Revoke all access" text="Use it if a key leaked or someone got access to your server.">
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
            ? "Revokes every account immediately, including at the provider."
            : "Only owners and admins can revoke every connected account at once."}{" "}
          <Link href={REPORTS_HREF} className="rounded-sm underline underline-offset-4 hover:text-ink">
            Revocation reports
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
          Only owners and admins can change these settings.
        </Alert>
      )}
      {children}
    </fieldset>
  );
}

const PARTS = [
  "Branding",
  "Connect links",
  "Frames",
  "Calls from pages",
  "Privacy",
  "Credentials",
  "MCP URLs",
  "Callback verification",
  "Toolkit versions",
  "Smaller answers",
  "Language model",
  "Web search",
  "Project ID",
  "Copy project",
  "Sealed secrets",
  "Revoke all access",
] as const;

const DELETE = "Delete project";

/** The page is long: links to its parts. */
const Parts = ({ titles }: { titles: readonly string[] }) => (
  <nav aria-label="Parts of this page" className="mb-6">
    <ul ref={watchEdges} className={cn("flex gap-x-4 gap-y-1 text-sm max-md:overflow-x-auto md:flex-wrap", FADES)}>
      {titles.map((title) => (
        <li key={title} className="shrink-0">
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
