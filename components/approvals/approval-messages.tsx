/** How members are asked to decide about calls when they are not here. */
"use client";
import { ApprovalMail } from "./approval-mail";

export function ApprovalMessages() {
  return (
    <section aria-labelledby="approval-mail" className="max-w-2xl space-y-4">
      <div>
        <h2 id="approval-mail" className="text-base font-medium">
          Mail
        </h2>
        <p className="text-sm text-muted">
          Each member who can decide about a call gets a link that shows it in full. It works once.
        </p>
      </div>
      <ApprovalMail />
    </section>
  );
}
