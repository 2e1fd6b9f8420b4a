/** Saved rules: to make, to change, to archive, and to start a session with. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useGo } from "@/components/ui/use-go";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { savedHref } from "../session-words";
import { SavedForm } from "./saved-form";
import type { Settings } from "../settings/settings-draft";

type Saved = ResultOf<typeof sessionApi.getSavedConfig>;
const REFRESH = { refresh: [sessionApi.listSavedConfigs, sessionApi.getSavedConfig] };

export function NewSavedConfig() {
  const { go, going } = useGo();
  const create = useMutation(mutation(sessionApi.createSavedConfig, useQueryClient(), REFRESH));
  return (
    <SavedForm
      initial={{ name: "", description: "", config: {} }}
      action="Create saved rules"
      opening={going}
      onSave={async (body) => {
        const { id } = await create.mutateAsync({ body });
        go(savedHref(id));
      }}
    />
  );
}

export function SavedConfig({ id }: { id: string }) {
  const saved = useQuery(query(sessionApi.getSavedConfig, { params: { id } }));
  return (
    <QueryView query={saved} what="these rules" skeleton={<Skeleton className="h-64" />}>
      {(saved) => <Loaded key={saved.updated_at} saved={saved} />}
    </QueryView>
  );
}

function Loaded({ saved }: { saved: Saved }) {
  const { id, name, archived, description } = saved;
  const toast = useToast();
  const update = useMutation(mutation(sessionApi.updateSavedConfig, useQueryClient(), REFRESH));
  const archive = () =>
    update.mutate(
      { params: { id }, body: { archived: !archived } },
      {
        onSuccess: () => void toast(archived ? "Rules restored" : "Rules archived"),
        onError: (error) => void toast(error.message, { tone: "error" }),
      },
    );
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{name}</span>}
        description={<CopyableId id={id} what="ID of the saved rules" />}
      >
        <Button variant="outline" disabled={update.isPending} onClick={archive}>
          {archived ? "Restore rules" : "Archive rules"}
        </Button>
        {archived ? null : (
          <Button asChild>
            <Link href={`/sessions/new?config=${encodeURIComponent(id)}`}>
              <Play aria-hidden /> Start session
            </Link>
          </Button>
        )}
      </PageHeader>
      {archived ? (
        <Alert tone="warning" title="These rules are archived" className="mb-6">
          New sessions can’t use them. Existing sessions keep their rules.
        </Alert>
      ) : null}
      <SavedForm
        initial={{ name, description: description ?? "", config: saved.config as Settings }}
        action="Save changes"
        onSave={async (body) => {
          await update.mutateAsync({ params: { id }, body });
          toast("Rules saved");
        }}
      >
        <span className="text-sm text-muted">Existing sessions keep the rules they started with.</span>
      </SavedForm>
    </>
  );
}
