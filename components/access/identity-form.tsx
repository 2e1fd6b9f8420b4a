/** How the project is called, and how it shows itself to people who connect. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { ChangeEventHandler } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { UNNAMED_PROJECT } from "@/lib/access/projects/constants";
import { mutation } from "@/lib/contract/client";
import { BrandPreview } from "./brand-preview";
import { LogoField } from "./logo-field";
import { PROJECT_READERS, type Project } from "./project-readers";
import { useMay } from "./use-session";

const FIELDS = ["name", "display_name", "logo_url", "accent_color"] as const;

const WORDS = {
  accent_color: "Enter # and six digits, such as #1d4ed8.",
  name: "Use at most 100 characters.",
  logo_url: "Enter a full URL starting with https://.",
};

function useIdentity(project: Project) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = {
    name: project.name,
    display_name: project.display_name ?? "",
    logo_url: project.logo_url ?? "",
    accent_color: project.accent_color ?? "",
  };
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Identity }) => Identity),
    initial: saved,
    empty: { name: "Enter a name." },
    words: WORDS,
    submit: async ({ name, display_name = "", logo_url = "", accent_color = "" }) => {
      await update.mutationFn({ body: { name, display_name, logo_url, accent_color } });
      toast("Project saved");
      await update.onSuccess();
    },
  });
  const dirty = FIELDS.some((field) => (form.values[field] ?? "") !== saved[field]);
  useLeaveGuard(dirty);
  return { form, dirty };
}

const SUGGESTED_COLOR = "#1d4ed8";

/** The browser's own; it knows only colors of six digits. */
const ColorPicker = ({ value, onChange }: { value: string; onChange: ChangeEventHandler<HTMLInputElement> }) => (
  <input
    type="color"
    aria-label="Pick a color"
    value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : SUGGESTED_COLOR}
    onChange={onChange}
    className="h-8 w-10 shrink-0 cursor-pointer rounded-lg border border-edge bg-page p-1 pointer-coarse:h-10 pointer-coarse:w-12"
  />
);

export function IdentityForm({ project }: { project: Project }) {
  const { form, dirty } = useIdentity(project);
  const mayChange = useMay("project:write");
  const { name = "", display_name: displayName = "", logo_url: logoUrl = "", accent_color: accent = "" } = form.values;
  const shownName = name.trim() === UNNAMED_PROJECT ? "" : name.trim();
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label="Name" help="For you and your team." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("name")} />}
      </Field>
      <Field
        label="Display name"
        optional
        help="Shown on the connect page. Defaults to the project name."
        error={form.error("display_name")}
      >
        {(wiring) => <Input autoComplete="off" placeholder={shownName} {...wiring} {...form.control("display_name")} />}
      </Field>
      <LogoField
        control={form.control("logo_url")}
        error={form.error("logo_url")}
        disabled={!mayChange}
        onUploaded={(url) => form.set("logo_url", url)}
      />
      <Field
        label="Color"
        optional
        help="Button color on the connect page. Text contrast is automatic."
        error={form.error("accent_color")}
      >
        {(wiring) => (
          <div className="flex gap-2">
            <ColorPicker value={accent.trim()} onChange={form.control("accent_color").onChange} />
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder={SUGGESTED_COLOR}
              {...wiring}
              {...form.control("accent_color")}
            />
          </div>
        )}
      </Field>
      <BrandPreview accent={accent.trim()} name={displayName.trim() || shownName} logoUrl={logoUrl.trim()} />
      {form.failure ? <ErrorState title="Couldn’t save the project" error={form.failure} /> : null}
      <div className="flex items-center gap-3">
        <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving project">
          Save project
        </SaveButton>
        {dirty ? (
          <span role="status" className="text-sm text-muted">
            You have unsaved changes.
          </span>
        ) : null}
      </div>
    </Form>
  );
}
