/** How the organization is called; its owners change it. */
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

/** Mounted again for each saved name. */
export function OrganizationName({ name: saved }: { name: string }) {
  const toast = useToast();
  const update = mutation(accessApi.updateOrganization, useQueryClient(), { refresh: [accessApi.getSession] });
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewOrganizationName }) => NewOrganizationName),
    initial: { name: saved },
    empty: { name: "Enter a name." },
    words: { name: "Use at most 100 characters." },
    submit: async ({ name }) => {
      await update.mutationFn({ body: { name } });
      toast("Organization renamed");
      await update.onSuccess();
    },
  });
  const dirty = form.values.name !== saved;
  useLeaveGuard(dirty);
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field label="Name" help="Shown to members and to people you invite." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("name")} />}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t rename the organization" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange saving="Saving name">
        Save name
      </SaveButton>
    </Form>
  );
}
