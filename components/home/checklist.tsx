/** From nothing to an agent that acts for a user: four steps, each with its state and the way to do it. Gone when all are done. */
"use client";
import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "@/components/access/use-session";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { FirstCall } from "./first-call";
import type { Overview } from "./overview-data";

type Step = { key: string; done: boolean; title: string; text: string; action: ReactNode };

const Lead = ({ href, done, children }: { href: string; done: boolean; children: string }) => (
  <Button asChild variant="outline">
    <Link href={href}>{done ? "See them" : children}</Link>
  </Button>
);

/** The demo may have no network beyond this machine: its first call goes to the example GitHub, by the tour above. */
const toFirstCall = (done: boolean, demo: boolean): Step =>
  demo
    ? {
        key: "call",
        done,
        title: "Run a tool",
        text: "The tour above connects the example GitHub and runs a tool with it.",
        action: (
          <Lead href={done ? "/logs/tools" : "#tour"} done={done}>
            Go to the tour
          </Lead>
        ),
      }
    : {
        key: "call",
        done,
        title: "Run a tool",
        text: "This one reads a public front page and needs no account.",
        action: <FirstCall />,
      };

function toSteps(
  { executions, api_keys: keys, auth_configs: configs, connected_accounts: accounts }: Overview,
  demo: boolean,
): Step[] {
  return [
    toFirstCall(executions.total > 0, demo),
    {
      key: "key",
      done: keys > 0,
      title: "Create an API key",
      text: "Your agent shows it with every call. It belongs to this project only.",
      action: (
        <Lead href="/settings/api-keys" done={keys > 0}>
          Create API key
        </Lead>
      ),
    },
    {
      key: "config",
      done: configs > 0,
      title: "Create an auth config",
      text: "It says how your users sign in to an app: with your OAuth app, or a key of their own.",
      action: (
        <Lead href={configs > 0 ? "/auth-configs" : "/auth-configs/new"} done={configs > 0}>
          Create auth config
        </Lead>
      ),
    },
    {
      key: "account",
      done: accounts.active > 0,
      title: "Connect an account",
      text: "Send a user the link, or connect your own account to try it.",
      action: (
        <Lead href="/connected-accounts" done={accounts.active > 0}>
          Connect account
        </Lead>
      ),
    },
  ];
}

export function Checklist({ overview }: { overview: Overview }) {
  const { data: session } = useSession();
  const steps = toSteps(overview, session?.demo ?? false);
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.key;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="mb-3 text-base font-semibold">
        First steps{" "}
        <span className="ml-1 text-xs font-normal text-muted">
          {done} of {steps.length} done
        </span>
      </h2>
      <ol className="divide-y rounded-lg border">
        {steps.map((step) => (
          <StepRow key={step.key} step={step} next={step.key === next} />
        ))}
      </ol>
    </section>
  );
}

/** True when there is nothing left to set up. */
export const isSetUp = (overview: Overview): boolean => toSteps(overview, false).every(({ done }) => done);

function StepRow({ step: { done, title, text, action }, next }: { step: Step; next: boolean }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 p-4">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${done ? "text-green" : next ? "text-signal" : "text-muted"}`}
      />
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-base font-medium">
          {title}
          {done ? <span className="ml-2 text-xs font-normal text-green">Done</span> : null}
        </h3>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      <div className="min-w-0 max-sm:w-full max-sm:pl-7">{action}</div>
    </li>
  );
}

export const ChecklistSkeleton = () => (
  <div>
    <Skeleton className="mb-3 w-32" />
    <div className="divide-y rounded-lg border">
      {Array.from({ length: 4 }, (_, at) => (
        <div key={at} className="space-y-2 p-4">
          <Skeleton className="w-40" />
          <Skeleton className="h-3 w-80 max-w-full" />
        </div>
      ))}
    </div>
  </div>
);
