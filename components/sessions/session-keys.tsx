/** The active access keys of a session, with a button to end each. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { sessionKeysApi } from "@/generated/addresses/access/keys/session-keys";
import { mutation, query } from "@/lib/contract/client";

export const KEY_READERS = [sessionKeysApi.listSessionKeys];

export function SessionKeys({ id }: { id: string }) {
  const params = { session_id: id };
  const may = useMay("sessions:write");
  const keys = useQuery(query(sessionKeysApi.listSessionKeys, { params }));
  const end = useMutation(mutation(sessionKeysApi.revokeSessionKey, useQueryClient(), { refresh: KEY_READERS }));
  const error = keys.error ?? end.error;
  if (error) return <ErrorState error={error} title="This session’s keys" />;
  if (!keys.data || keys.data.items.length === 0) return null;
  return (
    <ul aria-label="Access keys of this session" className="divide-y rounded-lg border text-sm">
      {keys.data.items.map(({ id: keyId, name, created_at: created, expires_at: expires }) => (
        <li key={keyId} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          <span className="text-muted">
            made <RelativeTime at={created} />
            {expires ? (
              <>
                , expires <RelativeTime at={expires} />
              </>
            ) : (
              ", expires with the session"
            )}
          </span>
          <Button
            variant="ghost"
            disabled={!may || end.isPending}
            aria-label={`Revoke key ${name}`}
            onClick={() => end.mutate({ params: { session_id: id, key_id: keyId } })}
          >
            End
          </Button>
        </li>
      ))}
    </ul>
  );
}
