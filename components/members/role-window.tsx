/** Changes a member's role. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Form } from "@/components/parts/forms/form";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { RoleField } from "./role-field";
import type { Member, Role } from "./role-words";

type RoleWindowProps = { member: Member; isYou: boolean; roles: readonly Role[]; onClose: () => void };

/** Open while it is rendered. */
export function RoleWindow({ member, isYou, roles, onClose }: RoleWindowProps) {
  const toast = useToast();
  const change = mutation(accessApi.changeMemberRole, useQueryClient(), {
    // One's own role decides what every page offers.
    refresh: [accessApi.listMembers, accessApi.listInvitations, ...(isYou ? [accessApi.getSession] : [])],
  });
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewRole }) => NewRole),
    initial: { role: member.role },
    submit: async ({ role }) => {
      await change.mutationFn({ params: { user_id: member.id }, body: { role } });
      toast("Role changed");
      onClose();
      await change.onSuccess();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={isYou ? "Change your role" : "Change role"}
        description={
          <span className="wrap-anywhere">
            {isYou ? "Yours" : `That of ${member.email}`}, in every project of the organization, from now on.
          </span>
        }
      >
        <Form onSubmit={form.onSubmit}>
          <RoleField roles={roles} value={form.values.role} error={form.error("role")} control={form.control("role")} />
          {isYou && form.values.role !== member.role ? (
            <Alert tone="warning">You can’t undo this yourself.</Alert>
          ) : null}
          {form.failure ? <ErrorState title="Couldn’t change the role" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Changing role" : "Change role"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
