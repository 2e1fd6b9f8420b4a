/** The tool-execution webhook of the project: an app of the project decides about every call. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { QueryView } from "@/components/parts/display/query-view";
import { Section } from "@/components/parts/display/section";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { NewSecret } from "@/components/webhooks/new-secret";
import { toolWebhookApi } from "@/generated/addresses/webhooks/tool-calls";
import { countOf } from "@/lib/contract/count-of";
import { mutation, query } from "@/lib/contract/client";
import { FAILURE_WORDS, type ToolWebhook, ToolWebhookWindow } from "./tool-webhook-window";

type Task = "change" | "rotate" | "delete";
const REFRESH = { refresh: [toolWebhookApi.getToolWebhook] };

export function ToolWebhookPart({ may }: { may: boolean }) {
  const state = useQuery(query(toolWebhookApi.getToolWebhook, {}));
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <Section title="Webhook for every call">
      <p className="mb-3 max-w-2xl text-sm text-muted">
        After the policies, your app can allow, change or block each call.{" "}
        <Link href="/docs/security-and-teams/session-hooks" className="underline underline-offset-4 hover:text-ink">
          Read the guide
        </Link>
      </p>
      <QueryView query={state} what="the webhook" skeleton={<Skeleton className="h-10 max-w-64" />}>
        {({ webhook }) => (
          <>
            {webhook ? <Facts webhook={webhook} /> : <p className="text-sm">Off: policies alone decide.</p>}
            {may ? <Buttons isSet={webhook !== null} onTask={setTask} /> : null}
            {task === "change" ? <ToolWebhookWindow webhook={webhook} onClose={close} /> : null}
          </>
        )}
      </QueryView>
      {task === "rotate" ? <Rotate onClose={close} /> : null}
      {task === "delete" ? <Delete onClose={close} /> : null}
    </Section>
  );
}

function Facts({ webhook }: { webhook: ToolWebhook }) {
  const { url, before_execute: before, after_execute: after, timeout_seconds: seconds, on_failure: mode } = webhook;
  const moments = [...(before ? ["before each call"] : []), ...(after ? ["about each result"] : [])];
  return (
    <DefinitionList
      entries={[
        { name: "URL", value: <span className="font-mono text-xs wrap-anywhere">{url}</span> },
        { name: "When it is asked", value: moments.join(" and ") },
        { name: "Time limit", value: countOf(seconds, "second") },
        { name: "No response", value: FAILURE_WORDS[mode] },
      ]}
    />
  );
}

function Buttons({ isSet, onTask }: { isSet: boolean; onTask: (task: Task) => void }) {
  const button = (task: Task, words: string) => (
    <Button variant="outline" aria-haspopup="dialog" onClick={() => onTask(task)}>
      {words}
    </Button>
  );
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {button("change", isSet ? "Change webhook" : "Set up webhook")}
      {isSet ? button("rotate", "Rotate secret") : null}
      {isSet ? button("delete", "Delete webhook") : null}
    </div>
  );
}

function Rotate({ onClose }: { onClose: () => void }) {
  const rotate = useMutation(mutation(toolWebhookApi.rotateToolWebhookSecret, useQueryClient(), { refresh: [] }));
  if (rotate.data)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()}>
        <DialogContent title="The new secret" onInteractOutside={(event) => event.preventDefault()}>
          <NewSecret secret={rotate.data.secret} isShownOnce />
        </DialogContent>
      </Dialog>
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Rotate the signing secret?"
      consequence="Requests are signed with a new secret immediately. Until your app knows it, calls count as not answered."
      action="Rotate secret"
      pending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({})}
    />
  );
}

function Delete({ onClose }: { onClose: () => void }) {
  const remove = useMutation(mutation(toolWebhookApi.deleteToolWebhook, useQueryClient(), REFRESH));
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete the webhook?"
      consequence="Calls run without its verdict immediately. Its secret is erased."
      action="Delete webhook"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({}, { onSuccess: onClose })}
    />
  );
}
