/** How members are asked to decide about calls when they are not here. */
"use client";
import type { ReactNode } from "react";
import { ApprovalMail } from "./approval-mail";
import { ApprovalSlack } from "./approval-slack";

export const ApprovalMessages = () => (
  <div className="max-w-2xl space-y-10">
    <Part title="Mail" text="Each member who can decide about a call gets a link that shows it in full. It works once.">
      <ApprovalMail />
    </Part>
    <Part
      title="Slack"
      text="Waiting calls appear in a channel with buttons, which decide as the member with the same email."
    >
      <ApprovalSlack />
    </Part>
  </div>
);

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section aria-labelledby={`approval-${title}`} className="space-y-4">
    <div>
      <h2 id={`approval-${title}`} className="text-base font-medium">
        {title}
      </h2>
      <p className="text-sm text-muted">{text}</p>
    </div>
    {children}
  </section>
);
