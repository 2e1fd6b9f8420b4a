/** Chooses the session in which the cells run: an existing session, or a new session for a user. */
"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { call, query } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import type { useNotebook } from "./use-notebook";

type SessionDialogProps = { book: ReturnType<typeof useNotebook>; onClose: () => void };

export function SessionDialog({ book, onClose }: SessionDialogProps) {
  const [session, setSession] = useState(book.session ?? "");
  const [user, setUser] = useState("default");
  const sessions = useQuery(query(listedSessionsApi.listSessions, { query: { limit: 50 } }));
  const choose = useMutation({
    mutationFn: async () =>
      session || (await call(sessionApi.createSession, { body: { user_id: user.trim() } })).session_id,
    onSuccess: (id) => {
      book.change({ session: id });
      onClose();
    },
  });
  const { mayGo, error } = useTried({ user: session ? undefined : required(user, "Enter a user ID.") });
  const items = sessions.data?.items ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Session of this notebook"
        description="It holds variables and files, and determines which accounts, apps and tools the code can use."
      >
        <form
          noValidate
          onSubmit={(event) => {
            if (mayGo(event)) choose.mutate();
          }}
          className="space-y-4"
        >
          <Field label="Session">
            {(wiring) => (
              <Select {...wiring} value={session} onChange={(event) => setSession(event.currentTarget.value)}>
                <option value="">New session</option>
                {session && !items.some(({ session_id: id }) => id === session) ? (
                  <option value={session}>{session}</option>
                ) : null}
                {items.map(({ session_id: id, word, user_id: of }) => (
                  <option key={id} value={id}>
                    {word} of {of.slice(0, 60)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {session ? (
            <p className="text-sm">
              <Link
                href={`/sessions/${encodeURIComponent(session)}`}
                className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                Open the session
              </Link>
            </p>
          ) : (
            <Field label="User ID" help="The user whose accounts the tools use." error={error("user")}>
              {(wiring) => (
                <Input
                  {...wiring}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={500}
                  value={user}
                  onChange={(event) => setUser(event.currentTarget.value)}
                  className="font-mono"
                />
              )}
            </Field>
          )}
          {choose.isError ? <ErrorState error={choose.error} /> : null}
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={choose.isPending}>
              Use
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
