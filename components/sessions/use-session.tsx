/** How a program continues a session, and how code in the user's own sandbox does. */
"use client";
import { OwnSandbox } from "./own-sandbox";
import { toUseSnippet } from "./session-snippets";
import { SnippetTabs } from "./snippet-tabs";

export const UseSession = ({ id }: { id: string }) => (
  <div className="max-w-3xl space-y-10">
    <div className="space-y-3">
      <p className="text-sm text-muted">
        Give the session’s tools to the model, and run the model’s calls in the session. Everything it calls stands in
        the timeline.
      </p>
      <SnippetTabs code={(language) => toUseSnippet(language, { origin: window.location.origin, id })} />
    </div>
    <OwnSandbox id={id} />
  </div>
);
