/** Asks for the name of a view: of a new one, or another for one that is there. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { mutation } from "@/lib/contract/client";
import { savedViewsApi } from "@/generated/addresses/logs/views";
import type { Filters, SavedView, ViewPage } from "./view-words";

/** A view that is there, or the filters of a new one. */
export type Subject = { view: SavedView } | { page: ViewPage; filters: Filters; suggestion: string };

function useName(subject: Subject, onClose: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const refresh = { refresh: [savedViewsApi.listSavedViews] };
  const create = mutation(savedViewsApi.createSavedView, client, refresh);
  const update = mutation(savedViewsApi.updateSavedView, client, refresh);
  return useForm({
    schema: () => import("./form-schemas").then(({ ViewName }) => ViewName),
    initial: { name: "view" in subject ? subject.view.name : subject.suggestion },
    submit: async ({ name }) => {
      if ("view" in subject) await update.mutationFn({ params: { id: subject.view.id }, body: { name } });
      else await create.mutationFn({ body: { page: subject.page, name, filters: subject.filters } });
      toast("view" in subject ? "View renamed" : "View saved");
      onClose();
      await create.onSuccess();
    },
  });
}

/** Open while it is rendered. */
export function NameWindow({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const form = useName(subject, onClose);
  const isNew = !("view" in subject);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={isNew ? "Save view" : "Rename view"}
        description={
          isNew ? "Keeps these filters in this project, for you alone. Copy its link to share it." : undefined
        }
      >
        <Form onSubmit={form.onSubmit}>
          <Field label="Name" error={form.error("name")}>
            {(wiring) => (
              <Input
                autoFocus
                autoComplete="off"
                {...wiring}
                {...form.control("name")}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          {form.failure ? <ErrorState title="Couldn’t save the view" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {isNew ? "Save view" : "Rename"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
