/** Content of a drawer with the facts in a strip at its side; below it where there is no room. */
import type { ReactNode } from "react";

export const BesideFacts = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <div className="@container">
    <div className="grid gap-x-6 gap-y-6 @[38rem]:grid-cols-[minmax(0,1fr)_13.5rem]">
      <div className="min-w-0 space-y-5">{children}</div>
      <section aria-label="Facts" className="min-w-0">
        {facts}
      </section>
    </div>
  </div>
);
