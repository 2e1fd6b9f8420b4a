/** Ends a session, after a question. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { mutation } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import type { SessionRow } from "./session-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function DeleteSession({ session }: { session: SessionRow }) {
  const [isOpen, setAsking] = useState(false);
  const router = useRouter();
  const remove = useMutation(
    mutation(sessionApi.deleteSession, useQueryClient(), { refresh: [listedSessionsApi.listSessions] }),
  );
  return (
    <>
      <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete session
      </Button>
      {isOpen ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={`Delete the session for ${session.user_id}?`}
          consequence={
            "The agent’s next call will be rejected. Tool logs and accounts are kept. " + "This cannot be undone."
          }
          action="Delete session"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(
              { params: { session_id: session.session_id } },
              { onSuccess: () => router.replace("/sessions") },
            )
          }
        />
      ) : null}
    </>
  );
}
