/** The pages that can show the connect page inside them. */
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
import { toOrigins } from "./frame-origins";
import { PROJECT_READERS, type Project } from "./project-readers";
import { useMay } from "./use-session";

const HELP =
  "One per line, such as https://app.example.com; on localhost, http:// works too. A page there can show a link that " +
  "was made for it inside itself, and can cover it with other content, so list only pages of yours. Without an entry, " +
  "links open in a window of their own.";

function useOrigins(project: Project) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = project.connect_frame_origins.join("\n");
  const form = useForm({
    schema: () => import("./form-schemas").then(({ FrameOrigins }) => FrameOrigins),
    initial: { connect_frame_origins: saved },
    submit: async ({ connect_frame_origins: text = "" }) => {
      const origins = toOrigins(text);
      await update.mutationFn({ body: { connect_frame_origins: origins } });
      form.set("connect_frame_origins", [...new Set(origins)].join("\n"));
      toast(origins.length === 0 ? "No page can frame connect links" : "Origins saved");
      await update.onSuccess();
    },
  });
  const dirty = toOrigins(form.values.connect_frame_origins ?? "").join("\n") !== saved;
  useLeaveGuard(dirty);
  return { form, dirty };
}

export function ProjectFrames({ project }: { project: Project }) {
  const { form, dirty } = useOrigins(project);
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label="Origins" optional help={HELP} error={form.error("connect_frame_origins")}>
        {(wiring) => (
          <Textarea
            rows={3}
            spellCheck={false}
            autoComplete="off"
            placeholder="https://app.example.com"
            className="font-mono text-xs"
            {...wiring}
            {...form.control("connect_frame_origins")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t save the origins" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving origins">
        Save origins
      </SaveButton>
    </Form>
  );
}
