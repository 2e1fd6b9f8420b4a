/** The button that opens the window for a new receiver. */
"use client";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useMay } from "@/components/access/use-session";
import { useAskedWindow } from "@/components/parts/forms/use-asked-window";
import { Button } from "@/components/ui/button";

const CreateReceiverWindow = dynamic(
  () => import("./create-receiver-window").then(({ CreateReceiverWindow }) => CreateReceiverWindow),
  { ssr: false },
);

export function CreateReceiver({ variant, byAddress }: { variant?: "outline"; byAddress?: true }) {
  const [open, setOpen] = useAskedWindow(byAddress);
  if (!useMay("webhooks:write")) return null;
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Create webhook endpoint
      </Button>
      {open ? <CreateReceiverWindow onClose={() => setOpen(false)} /> : null}
    </>
  );
}
