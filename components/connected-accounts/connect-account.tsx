/** The button that opens the window for a new connection. */
"use client";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useAskedWindow } from "@/components/parts/forms/use-asked-window";
import { Button } from "@/components/ui/button";

const ConnectWindow = dynamic(() => import("./connect-window").then(({ ConnectWindow }) => ConnectWindow), {
  ssr: false,
});

/** Known values are filled in: the page of an auth config or of a user passes one of them. */
type ConnectAccountProps = {
  authConfigId?: string;
  userId?: string;
  variant?: "primary" | "outline";
  byAddress?: true;
};

export function ConnectAccount({ authConfigId, userId, variant = "primary", byAddress }: ConnectAccountProps) {
  const [open, setOpen] = useAskedWindow(byAddress);
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Connect an account
      </Button>
      {open ? <ConnectWindow authConfigId={authConfigId} userId={userId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
