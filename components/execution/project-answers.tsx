/** How small the answers of a project's calls are that ask for nothing themselves. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { findShapeProblems, toShape, toShapeDraft, type ShapeDraft } from "./smaller-answers";
import { SmallerAnswersFields } from "./smaller-answers-fields";
import { ErrorState } from "@/components/parts/display/error-state";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "@/components/access/project-readers";
import { useMay } from "@/components/access/use-session";

export function ProjectAnswers({ project }: { project: Project }) {
  const toast = useToast();
  const mayChange = useMay("project:write");
  const [draft, setDraft] = useState(() => toShapeDraft(project.default_response));
  const { mayGo, error } = useTried(findShapeProblems(draft));
  const update = useMutation(mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS }));
  const shape = toShape(draft);
  const dirty = JSON.stringify(shape) !== JSON.stringify(toShape(toShapeDraft(project.default_response)));
  useLeaveGuard(dirty);
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        if (!mayGo(event)) return;
        const onSuccess = () => toast(shape ? "Responses are smaller from now on" : "Responses stay whole");
        update.mutate({ body: { default_response: shape } }, { onSuccess });
      }}
    >
      <SmallerAnswersFields
        draft={draft}
        change={(part: Partial<ShapeDraft>) => setDraft((before) => ({ ...before, ...part }))}
        errors={{ fields: error("fields"), maxTokens: error("maxTokens") }}
      />
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
      <SaveButton pending={update.isPending} dirty={dirty} mayChange={mayChange} saving="Saving answers">
        Save answers
      </SaveButton>
    </form>
  );
}
