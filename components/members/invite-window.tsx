/** Creates an invitation and shows its link once. Nothing of the link is stored when the window closes. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { RoleField } from "./role-field";
import type { Role } from "./role-words";

type InvitationResult = ResultOf<typeof accessApi.createInvitation>;

/** Its state is born when the window opens and forgotten when it closes; so is the link. */
export function InviteWindow({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const [invitation, setMade] = useState<InvitationResult | null>(null);
  return (
    <OnceWindow
      title={invitation ? "Invitation created" : "Invite a member"}
      shows={invitation ? "link" : null}
      onClose={onClose}
    >
      {invitation ? <ShownOnce made={invitation} /> : <InviteForm roles={roles} onMade={setMade} />}
    </OnceWindow>
  );
}

const EMPTY = { email: "Enter an email address." };
const WORDS = { email: "Enter a full email address, such as ada@example.com." };

function InviteForm({ roles, onMade }: { roles: readonly Role[]; onMade: (invitation: InvitationResult) => void }) {
  const invite = mutation(accessApi.createInvitation, useQueryClient(), { refresh: [accessApi.listInvitations] });
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewInvitation }) => NewInvitation),
    initial: { email: "", role: roles.find((role) => role === "developer") ?? roles[0] ?? "" },
    empty: EMPTY,
    words: WORDS,
    submit: async (body) => {
      onMade(await invite.mutationFn({ body }));
      void invite.onSuccess();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field
        label="Email"
        help="They sign in with it. Patchbay sends no email: share the link yourself."
        error={form.error("email")}
      >
        {(wiring) => <Input type="email" autoComplete="off" autoFocus {...wiring} {...form.control("email")} />}
      </Field>
      <RoleField roles={roles} value={form.values.role} error={form.error("role")} control={form.control("role")} />
      {form.failure ? <ErrorState title="Couldn’t create the invitation" error={form.failure} /> : null}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? "Creating link" : "Create link"}
        </Button>
      </div>
    </Form>
  );
}

function ShownOnce({ made: invitation }: { made: InvitationResult }) {
  return (
    <div className="space-y-4">
      <Alert tone="warning" title="Copy the link now">
        You won’t be able to see it again. It works once, for 7 days. Anyone with the link can join, so share it only
        with <span className="wrap-anywhere">{invitation.email}</span>.
      </Alert>
      <OnceText text={invitation.url} what="link" label={`Link for ${invitation.email}`} />
    </div>
  );
}
