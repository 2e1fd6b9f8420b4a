/** Placeholder of an empty list of accounts. */
"use client";
import { Cable, CircleDashed, SearchX } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ConnectAccount } from "./connect-account";

export const NoAccounts = () => (
  <EmptyState Icon={Cable} title="No connected accounts yet" action={<ConnectAccount />}>
    A connected account holds what one of your users allowed: their GitHub, their mailbox. Make a link for a user, or
    let your program ask for one.
  </EmptyState>
);

export const NoAttempts = () => (
  <EmptyState Icon={CircleDashed} title="No unfinished attempts">
    Connections that are under way, were canceled or failed are listed here. They become accounts when they work.
  </EmptyState>
);

export const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No account matches these filters">
    User IDs compare exactly, upper and lower case included.
  </EmptyState>
);
