/** Shown instead of an empty list: an explanation of sessions, and the code that creates a session. */
"use client";
import { Bot } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { toCreateSnippet } from "./session-snippets";
import { SnippetTabs } from "./snippet-tabs";

export const NoSessions = () => (
  <>
    <EmptyState
      Icon={Bot}
      title="No sessions yet"
      guide="agents-and-sessions/sessions"
      action={
        <Button asChild variant="outline">
          <Link href="/sessions/new">Create session</Link>
        </Button>
      }
    >
      A session is an agent’s working context for one user: its toolkits, tools and accounts. Create one here or from
      code.
    </EmptyState>
    <div className="mx-auto max-w-2xl px-4 pb-8">
      <SnippetTabs
        code={(language) =>
          toCreateSnippet(language, { origin: window.location.origin, user: "ada", toolkits: ["gmail", "github"] })
        }
      />
    </div>
  </>
);
