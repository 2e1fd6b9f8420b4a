/** The button that makes a link to a user's own page of connections. */
"use client";
import { UserRoundCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";

const ConnectionsLinkWindow = dynamic(
  () => import("./connections-link-window").then(({ ConnectionsLinkWindow }) => ConnectionsLinkWindow),
  { ssr: false },
);

export function ConnectionsLink({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <UserRoundCheck aria-hidden /> Connections page link
      </Button>
      {open ? <ConnectionsLinkWindow userId={userId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
