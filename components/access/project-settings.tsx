/** The project: how it is called, how it shows itself to people who connect, and what is kept of calls. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { REPORTS_HREF } from "@/components/connected-accounts/revocation-values";
import { ErrorState } from "@/components/parts/error-state";
import { Field } from "@/components/parts/field";
import { Form } from "@/components/parts/form";
import { QueryView } from "@/components/parts/query-view";
import { useToast } from "@/components/parts/toast";
import { useForm } from "@/components/parts/use-form";
import { useLeaveGuard } from "@/components/parts/use-leave-guard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/lib/access/contract";
import { mutation, query } from "@/lib/contract/client";
import { BrandPreview } from "./brand-preview";
import { ProjectMcp } from "./project-mcp";
import { ProjectPrivacy } from "./project-privacy";
import { PROJECT_READERS, type Project } from "./project-readers";
import { SettingsSection } from "./settings-section";
import { CopyableId } from "@/components/parts/copyable-id";

const RevokeEverything = dynamic(() =>
  import("@/components/connected-accounts/revoke-everything").then(({ RevokeEverything }) => RevokeEverything),
);

export function ProjectSettings() {
  const project = useQuery(query(accessApi.getProject, {}));
  return (
    <QueryView query={project} what="the project" skeleton={<Shape />}>
      {(found) => (
        <div>
          <SettingsSection
            title="Identity"
            text="People see the display name and the logo on the page where they connect."
          >
            <IdentityForm key={found.id} project={found} />
          </SettingsSection>
          <SettingsSection title="Privacy" text="These take effect at once.">
            <ProjectPrivacy project={found} />
          </SettingsSection>
          <SettingsSection title="MCP addresses" text="What agents need to call the MCP servers of this project.">
            <ProjectMcp project={found} />
          </SettingsSection>
          <SettingsSection title="Project id" text="For programs that name the project in x-project-id.">
            <CopyableId id={found.id} what="project id" />
          </SettingsSection>
          <SettingsSection title="Emergency" text="When a key or a server of yours may be in the wrong hands.">
            <div className="space-y-2">
              <RevokeEverything
                everything={{ scope: "project" }}
                of={`the project ${found.name}`}
                label="Revoke every connected account"
              />
              <p className="text-sm text-muted">
                All accounts stop working at once, and their providers are told.{" "}
                <Link href={REPORTS_HREF} className="rounded-sm underline underline-offset-4 hover:text-ink">
                  Reports of what was revoked
                </Link>
              </p>
            </div>
          </SettingsSection>
        </div>
      )}
    </QueryView>
  );
}

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

const WORDS = {
  accent_color: "Write a colour as # and six digits, such as #1d4ed8.",
  name: "Give the project a name of at most 100 characters.",
  logo_url: "Write the http or https address of an image.",
};

function IdentityForm({ project }: { project: Project }) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = {
    name: project.name,
    display_name: project.display_name ?? "",
    logo_url: project.logo_url ?? "",
    accent_color: project.accent_color ?? "",
  };
  const form = useForm({
    schema: accessApi.updateProject.body
      .pick({ name: true, display_name: true, logo_url: true, accent_color: true })
      .required({ name: true }),
    initial: saved,
    words: WORDS,
    submit: async ({ name, display_name = "", logo_url = "", accent_color = "" }) => {
      await update.mutationFn({ body: { name, display_name, logo_url, accent_color } });
      toast("Project saved");
      await update.onSuccess();
    },
  });
  const { name = "", display_name: displayName = "", logo_url: logoUrl = "", accent_color: accent = "" } = form.values;
  const dirty =
    name !== saved.name ||
    displayName !== saved.display_name ||
    logoUrl !== saved.logo_url ||
    accent !== saved.accent_color;
  useLeaveGuard(dirty);
  return (
    <Form onSubmit={form.onSubmit}>
      <Field label="Name" help="For you and your team." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("name")} />}
      </Field>
      <Field
        label="Display name"
        optional
        help="What people who connect read. The project’s name unless you give one."
        error={form.error("display_name")}
      >
        {(wiring) => <Input autoComplete="off" placeholder={name} {...wiring} {...form.control("display_name")} />}
      </Field>
      <Field
        label="Logo address"
        optional
        help="A square image that anybody can load. Patchbay does not store it."
        error={form.error("logo_url")}
      >
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/logo.png"
            {...wiring}
            {...form.control("logo_url")}
          />
        )}
      </Field>
      <Field
        label="Colour"
        optional
        help="Of the main button where people connect; its words turn black or white, whichever reads better."
        error={form.error("accent_color")}
      >
        {(wiring) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder="#1d4ed8"
            {...wiring}
            {...form.control("accent_color")}
          />
        )}
      </Field>
      <BrandPreview accent={accent.trim()} name={displayName.trim() || name.trim()} logoUrl={logoUrl.trim()} />
      {form.failure ? <ErrorState title="The project was not saved" error={form.failure} /> : null}
      <Save pending={form.pending} dirty={dirty} />
    </Form>
  );
}

const Save = ({ pending, dirty }: { pending: boolean; dirty: boolean }) => (
  <div className="flex items-center gap-3">
    <Button type="submit" disabled={pending || !dirty}>
      {pending ? "Saving project" : "Save project"}
    </Button>
    {dirty ? (
      <span role="status" className="text-sm text-muted">
        You have changes that are not saved.
      </span>
    ) : null}
  </div>
);
