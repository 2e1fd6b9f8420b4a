/** Placeholder of an empty list of accounts. */
"use client";
import { Cable, CircleDashed, SearchX } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ConnectAccount } from "./connect-account";

export const NoAccounts = () => (
  <EmptyState
    Icon={Cable}
    title="No connected accounts yet"
    guide="connect-users/connect-popup"
    action={<ConnectAccount variant="outline" />}
  >
    A connected account is a user’s access to an app, such as their GitHub or mailbox. Create a link for a user, or have
    your program request one.
  </EmptyState>
);

export const NoAttempts = () => (
  <EmptyState Icon={CircleDashed} title="No pending connections">
    Connections that are in progress, canceled or failed appear here. They become accounts once they succeed.
  </EmptyState>
);

export const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching accounts">
    User IDs are case-sensitive.
  </EmptyState>
);
