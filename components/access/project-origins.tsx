/** Lists of origins of a project: pages that show the connect page inside them, and pages that call the API. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useToast } from "@/components/parts/shell/toast";
import { Textarea } from "@/components/ui/textarea";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { toOrigins, type OriginsField } from "./frame-origins";
import { PROJECT_READERS, type Project } from "./project-readers";
import { useMay } from "./use-session";

/** A list of origins, which the settings of a project have under `field`. */
type List = {
  field: OriginsField;
  label: string;
  help: string;
  /** After a save without an entry. */
  none: string;
};

const FRAMES: List = {
  field: "connect_frame_origins",
  label: "Origins",
  help:
    "One per line, such as https://app.example.com; http:// works on localhost. Their pages can show connect links " +
    "created for them, and could cover them with other content, so list only your own. If empty, links open in a " +
    "separate window.",
  none: "No page can frame connect links",
};

const CALLS: List = {
  field: "browser_origins",
  label: "Pages that call",
  help:
    "Origins, one per line. Their pages call with a browser token that your backend creates for a user. It can " +
    "create connect links, read this user’s accounts and run the token’s tools. If empty, browsers block such calls.",
  none: "No page can call from another origin",
};

function useOrigins(project: Project, { field, none }: List) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = project[field].join("\n");
  const form = useForm({
    schema: () => import("./form-schemas").then(({ originsSchema }) => originsSchema(field)),
    initial: { origins: saved },
    submit: async ({ origins: text = "" }) => {
      const origins = toOrigins(text);
      await update.mutationFn({ body: { [field]: origins } });
      form.set("origins", [...new Set(origins)].join("\n"));
      toast(origins.length === 0 ? none : "Origins saved");
      await update.onSuccess();
    },
  });
  const dirty = toOrigins(form.values.origins ?? "").join("\n") !== saved;
  useLeaveGuard(dirty);
  return { form, dirty };
}

function OriginsForm({ project, list }: { project: Project; list: List }) {
  const { form, dirty } = useOrigins(project, list);
  const mayChange = useMay("project:write");
  const what = list.label.toLowerCase();
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label={list.label} optional help={list.help} error={form.error("origins")}>
        {(wiring) => (
          <Textarea
            rows={3}
            spellCheck={false}
            autoComplete="off"
            placeholder="https://app.example.com"
            className="font-mono text-xs"
            {...wiring}
            {...form.control("origins")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title={`Couldn’t save the ${what}`} error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving={`Saving ${what}`}>
        {`Save ${what}`}
      </SaveButton>
    </Form>
  );
}

type Props = { project: Project };

export const ProjectFrames = ({ project }: Props) => <OriginsForm project={project} list={FRAMES} />;

export const ProjectPages = ({ project }: Props) => <OriginsForm project={project} list={CALLS} />;
