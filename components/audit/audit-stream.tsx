/** The button that chooses the webhook endpoint which receives each audit event. */
"use client";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { Button } from "@/components/ui/button";

const AuditStreamWindow = dynamic(
  () => import("./audit-stream-window").then(({ AuditStreamWindow }) => AuditStreamWindow),
  { ssr: false },
);

export function AuditStream() {
  const [isOpen, setOpen] = useState(false);
  if (!useMay("organization:write")) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Send aria-hidden /> Stream events
      </Button>
      {isOpen ? <AuditStreamWindow onClose={() => setOpen(false)} /> : null}
    </>
  );
}
