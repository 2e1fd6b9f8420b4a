/** Deletes a toolkit of the project, after a question. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { catalogApi } from "@/generated/addresses/catalog";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call } from "@/lib/contract/client";
import type { OwnToolkit } from "./draft";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function DeleteToolkit({ toolkit: { slug, name } }: { toolkit: OwnToolkit }) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay("toolkits:write");
  const router = useRouter();
  const client = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => call(ownToolkitsApi.deleteOwnToolkit, { params: { slug }, query: {} }),
    onSuccess: async () => {
      toast(`${name} deleted`);
      router.push("/toolkits");
      for (const { id } of [ownToolkitsApi.listOwnToolkits, catalogApi.listToolkits, catalogApi.listTools])
        await client.invalidateQueries({ queryKey: [id] });
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
          title={`Delete ${name}?`}
          consequence="Its tools, versions, auth configs and connected accounts will be deleted, and the accounts revoked."
          action="Delete the toolkit"
          typed={slug}
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setOpen(false)}
          onConfirm={() => remove.mutate()}
        />
      ) : null}
    </>
  );
}
