/** The button that opens the window for a new key. */
"use client";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useAskedWindow } from "@/components/parts/forms/use-asked-window";
import { Button } from "@/components/ui/button";
import { useMay } from "../use-session";

const CreateApiKeyWindow = dynamic(
  () => import("./create-api-key-window").then(({ CreateApiKeyWindow }) => CreateApiKeyWindow),
  { ssr: false },
);

export function CreateApiKey({ byAddress, variant }: { byAddress?: true; variant?: "outline" }) {
  const [open, setOpen] = useAskedWindow(byAddress);
  if (!useMay("api_keys:write")) return null;
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Create API key
      </Button>
      {open ? <CreateApiKeyWindow onClose={() => setOpen(false)} /> : null}
    </>
  );
}
