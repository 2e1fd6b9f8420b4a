/** The URL at which the project's app confirms who returned from a provider, before an account is connected. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "./project-readers";
import { useMay } from "./use-session";

const WORDS = {
  oauth_callback_verifier_url: "Enter a full URL starting with https:// (http:// also works on localhost).",
};

function useVerifier(project: Project) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = project.oauth_callback_verifier_url ?? "";
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Verifier }) => Verifier),
    initial: { oauth_callback_verifier_url: saved },
    words: WORDS,
    submit: async ({ oauth_callback_verifier_url = null }) => {
      await update.mutationFn({ body: { oauth_callback_verifier_url } });
      toast(oauth_callback_verifier_url ? "Your app verifies who connects" : "Verification is off");
      await update.onSuccess();
    },
  });
  const dirty = (form.values.oauth_callback_verifier_url ?? "").trim() !== saved;
  useLeaveGuard(dirty);
  return { form, dirty, saved };
}

export function ProjectVerifier({ project }: { project: Project }) {
  const { form, dirty, saved } = useVerifier(project);
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field
        label="Verifier URL"
        optional
        help={
          saved
            ? "Every provider redirects here with session_uri in the URL. The account is connected once your app sends it " +
              "back with the signed-in user’s ID. Leave empty to turn this off."
            : "Off: anyone who opens a connect link can connect an account for its user."
        }
        error={form.error("oauth_callback_verifier_url")}
      >
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://app.example.com/verify-connection"
            {...wiring}
            {...form.control("oauth_callback_verifier_url")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t change the setting" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving verifier">
        Save verifier
      </SaveButton>
    </Form>
  );
}
