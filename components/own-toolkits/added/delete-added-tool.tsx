/** Deletes a tool that the project added, after a question. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { call } from "@/lib/contract/client";
import { refreshTools } from "./refresh-tools";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function DeleteAddedTool({ slug, toolkit }: { slug: string; toolkit: string }) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay("toolkits:write");
  const router = useRouter();
  const client = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => call(addedToolsApi.deleteAddedTool, { params: { tool_slug: slug } }),
    onSuccess: async () => {
      toast(`${slug} deleted`);
      router.push(`/toolkits/${encodeURIComponent(toolkit)}`);
      await refreshTools(client);
    },
  });
  if (!mayChange) return null;
  return (
    <>
      <Button type="button" variant="outline" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Delete ${slug}?`}
          consequence="Agents and programs that call it will get an error."
          action="Delete the tool"
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setOpen(false)}
          onConfirm={() => remove.mutate()}
        />
      ) : null}
    </>
  );
}
