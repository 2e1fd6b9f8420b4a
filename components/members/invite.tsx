/** The button that opens the window for a new invitation. */
"use client";
import { UserRoundPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useAskedWindow } from "@/components/parts/forms/use-asked-window";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Role } from "./role-words";

const InviteWindow = dynamic(() => import("./invite-window").then(({ InviteWindow }) => InviteWindow), { ssr: false });

/**
 * @param props.roles those that the person may assign; without a role there is no button
 * @param props.isPending whether the roles are not loaded yet: the button's place is kept, so that nothing moves
 */
export function Invite({ roles, isPending }: { roles: readonly Role[]; isPending: boolean }) {
  const [open, setOpen] = useAskedWindow(true);
  if (isPending) return <Skeleton className="h-8 w-40 pointer-coarse:h-10" />;
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
