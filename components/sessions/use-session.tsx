/** How a program or an MCP client continues a session, and how code in the user's own sandbox does. */
"use client";
import { ConnectAgent } from "@/components/connect-agent/connect-agent";
import { OwnSandbox } from "./own-sandbox";
import type { SessionRow } from "./session-words";

export const UseSession = ({ session }: { session: SessionRow }) => (
  <div className="max-w-3xl space-y-10">
    <section aria-labelledby="connect-session" className="space-y-3">
      <h2 id="connect-session" className="text-base font-semibold">
        Connect your agent
      </h2>
      <p className="text-sm text-muted">
        Give the session’s tools to a model, by code or MCP URL. The timeline shows every call.
      </p>
      <ConnectAgent session={{ id: session.session_id, user: session.user_id, toolkits: session.toolkits ?? [] }} />
    </section>
    <OwnSandbox id={session.session_id} />
  </div>
);
