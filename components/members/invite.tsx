/** The button that opens the window for a new invitation. */
"use client";
import { UserRoundPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useAskedWindow } from "@/components/parts/forms/use-asked-window";
import { Button } from "@/components/ui/button";
import type { Role } from "./role-words";

const InviteWindow = dynamic(() => import("./invite-window").then(({ InviteWindow }) => InviteWindow), { ssr: false });

/** `roles`: the roles that the person may assign; without a role there is no button. */
export function Invite({ roles }: { roles: readonly Role[] }) {
  const [open, setOpen] = useAskedWindow(true);
  if (roles.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <UserRoundPlus aria-hidden /> Invite a member
      </Button>
      {open ? <InviteWindow roles={roles} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
