/** The browsers in which the person is signed in; each sign-in can be ended. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { mutation, query, type ResultOf } from "@/lib/contract/client";

type SignIn = ResultOf<typeof accessApi.listSignIns>["items"][number];

export function SignIns() {
  const signIns = useQuery(query(accessApi.listSignIns, {}));
  return (
    <QueryView query={signIns} what="your sign-ins" skeleton={<Skeleton className="h-24" />}>
      {({ items }) => (
        <ul aria-label="Sign-ins" className="mb-4 divide-y rounded-lg border">
          {items.map((signIn) => (
            <Row key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Row({ signIn }: { signIn: SignIn }) {
  const { id, device = "Unknown device", address, current, last_used_at: lastUsedAt, created_at: createdAt } = signIn;
  const toast = useToast();
  const end = useMutation(mutation(accessApi.endSignIn, useQueryClient(), { refresh: [accessApi.listSignIns] }));
  return (
    <li className="p-3 text-sm">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {device} {current ? <Badge>This sign-in</Badge> : null}
          </p>
          <p className="text-muted wrap-anywhere">
            {address ? `${address} · ` : null}
            Last used <RelativeTime at={lastUsedAt ?? createdAt} />
          </p>
        </div>
        {current ? null : (
          <Button
            variant="outline"
            aria-label={`End the sign-in on ${device}`}
            disabled={end.isPending}
            onClick={() => end.mutate({ params: { id } }, { onSuccess: () => toast("Sign-in ended") })}
          >
            End
          </Button>
        )}
      </div>
      {end.error ? <ErrorState title="Couldn’t end the sign-in" error={end.error} className="mt-3" /> : null}
    </li>
  );
}
