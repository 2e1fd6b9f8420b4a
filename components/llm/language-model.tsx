/** The language model that the project uses: its own, or the server's. The key is written, never read back. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { toDuration } from "@/components/logs/log-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { languageModelApi } from "@/generated/addresses/llm";

type Settings = ResultOf<typeof languageModelApi.getLanguageModel>;

const READERS = [languageModelApi.getLanguageModel];
const EMPTY = { base_url: "Enter the address of the model’s API.", model: "Enter the name of the model." };
const WORDS = {
  base_url: "Enter a full address that begins with https://, without /chat/completions at its end.",
  model: "Enter the name of the model.",
};

export function LanguageModel() {
  const settings = useQuery(query(languageModelApi.getLanguageModel, {}));
  return (
    <QueryView query={settings} what="the language model" skeleton={<Skeleton className="h-40" />}>
      {(found) => (
        <div className="space-y-5">
          <p className="text-sm text-muted">{inUse(found)}</p>
          <ModelForm key={found.project?.updated_at ?? "none"} settings={found} />
          <TryModel settings={found} />
        </div>
      )}
    </QueryView>
  );
}

function inUse({ project, server }: Settings): string {
  if (project) return `In use: ${project.model}, of this project.`;
  if (server) return `In use: ${server.model}, which the operator has set for all projects.`;
  return "None is set. The operator can set one for all projects with PATCHBAY_LLM_BASE_URL and PATCHBAY_LLM_MODEL.";
}

function useModelForm({ project }: Settings) {
  const toast = useToast();
  const client = useQueryClient();
  const set = mutation(languageModelApi.setLanguageModel, client, { refresh: READERS });
  const saved = { base_url: project?.base_url ?? "", model: project?.model ?? "", api_key: "" };
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Model }) => Model),
    initial: saved,
    empty: EMPTY,
    words: WORDS,
    submit: async (body) => {
      await set.mutationFn({ body });
      toast("Language model saved");
      await set.onSuccess();
    },
  });
  const dirty = (Object.keys(saved) as (keyof typeof saved)[]).some(
    (name) => (form.values[name] ?? "") !== saved[name],
  );
  useLeaveGuard(dirty);
  return { form, dirty };
}

function ModelForm({ settings }: { settings: Settings }) {
  const { form, dirty } = useModelForm(settings);
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field
        label="Address"
        help="A server with OpenAI's chat completions API; the address without /chat/completions."
        error={form.error("base_url")}
      >
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://models.example.com/v1"
            {...wiring}
            {...form.control("base_url")}
          />
        )}
      </Field>
      <Field label="Model" error={form.error("model")}>
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("model")} />}
      </Field>
      <Field
        label="Key"
        optional
        help={
          settings.project?.has_key
            ? "A key is stored. Leave this empty to keep it. Another address needs its own key."
            : "Stored encrypted and not shown again."
        }
        error={form.error("api_key")}
      >
        {(wiring) => <Input type="password" autoComplete="new-password" {...wiring} {...form.control("api_key")} />}
      </Field>
      {form.failure ? <ErrorState title="The language model was not saved" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving model">
        Save model
      </SaveButton>
    </Form>
  );
}

function TryModel({ settings: { project, server } }: { settings: Settings }) {
  const client = useQueryClient();
  const mayChange = useMay("project:write");
  const trying = useMutation(mutation(languageModelApi.testLanguageModel, client));
  const removing = useMutation(mutation(languageModelApi.deleteLanguageModel, client, { refresh: READERS }));
  if (!project && !server) return null;
  const tried = trying.data;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={!mayChange || trying.isPending} onClick={() => trying.mutate({})}>
          {trying.isPending ? "Testing model" : "Test model"}
        </Button>
        {project ? (
          <Button variant="outline" disabled={!mayChange || removing.isPending} onClick={() => removing.mutate({})}>
            {server ? "Use the server’s model" : "Remove model"}
          </Button>
        ) : null}
      </div>
      {tried ? (
        <Alert
          tone={tried.works ? (tried.calls_tools ? "info" : "warning") : "error"}
          title={tried.works ? "The model works" : "The model does not work"}
        >
          {tried.message} ({toDuration(tried.duration_ms)})
        </Alert>
      ) : null}
      {trying.error ? <ErrorState title="The model was not tested" error={trying.error} /> : null}
      {removing.error ? <ErrorState title="The model was not removed" error={removing.error} /> : null}
    </div>
  );
}
