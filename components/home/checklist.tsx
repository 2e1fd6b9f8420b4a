/**
 * From nothing to an agent that acts for a user: a few steps, each with its state and a link to do it. Hidden when all
 * steps are done.
 */
"use client";
import { Circle, CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { FirstCall } from "./first-call";
import type { Overview } from "./overview-data";

// Most servers are not a demo.
const DemoConnect = dynamic(() => import("./demo-steps").then(({ DemoConnect }) => DemoConnect), { ssr: false });
const DemoCall = dynamic(() => import("./demo-steps").then(({ DemoCall }) => DemoCall), { ssr: false });

const ConnectAgent = dynamic(
  () => import("@/components/connect-agent/connect-agent").then((module) => module.ConnectAgent),
  { ssr: false, loading: () => <Skeleton className="h-[42rem]" /> },
);

type Step = {
  key: string;
  done: boolean;
  title: string;
  text: string;
  action: ReactNode;
  /** The action has a second part, below and over the full width. */
  isWide?: boolean;
};

const Lead = ({ href, children }: { href: string; children: string }) => (
  <Button asChild variant="outline">
    <Link href={href}>{children}</Link>
  </Button>
);

/** A completed step stays completed: an account that expired was once connected. */
const haveWorked = ({ total, attempts }: Overview["connected_accounts"]): boolean => total > attempts;

/** Completed by a successful call: a failed call does not show how it works. */
const toFirstCall = (done: boolean): Step => ({
  key: "call",
  done,
  title: "Run a tool",
  text: "This one reads a public front page and needs no account.",
  action: <FirstCall done={done} />,
  isWide: true,
});

const toAgent = (done: boolean): Step => ({
  key: "agent",
  done,
  title: "Connect your agent",
  text: "Copy the code for your framework, or give the URL to an MCP client. The first call appears here.",
  action: null,
});

/**
 * The demo can lack a network beyond this machine. Its calls go to the example GitHub, for which it has an auth config.
 */
const toDemoSteps = ({ executions, agent_connected: connected, connected_accounts: accounts }: Overview): Step[] => [
  {
    key: "account",
    done: haveWorked(accounts),
    title: "Connect an account",
    text: "Go through the flow your users will see. Any account of the demo GitHub will do.",
    action: accounts.active > 0 ? <Lead href="/connected-accounts">View accounts</Lead> : <DemoConnect />,
  },
  {
    key: "call",
    done: executions.succeeded > 0,
    title: "Execute a tool",
    text: "“Get the authenticated user” returns the account’s owner.",
    action: <DemoCall connected={accounts.active > 0} />,
    isWide: true,
  },
  toAgent(connected),
];

function toSteps({
  executions,
  agent_connected: connected,
  auth_configs: configs,
  connected_accounts: accounts,
}: Overview): Step[] {
  return [
    toFirstCall(executions.succeeded > 0),
    {
      key: "config",
      done: configs > 0,
      title: "Create an auth config",
      text: "Defines how users sign in to an app: your OAuth app or their own key.",
      action: (
        <Lead href={configs > 0 ? "/auth-configs" : "/auth-configs/new"}>
          {configs > 0 ? "View auth configs" : "Create auth config"}
        </Lead>
      ),
    },
    {
      key: "account",
      done: haveWorked(accounts),
      title: "Connect an account",
      text: "Send a link to a user, or connect your own account to try it.",
      action: <Lead href="/connected-accounts">{haveWorked(accounts) ? "View accounts" : "Connect account"}</Lead>,
    },
    toAgent(connected),
  ];
}

const stepsOf = (overview: Overview, demo: boolean): Step[] => (demo ? toDemoSteps(overview) : toSteps(overview));

export function Checklist({ overview, demo }: { overview: Overview; demo: boolean }) {
  const steps = stepsOf(overview, demo);
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
        {steps.map((step) =>
          step.key === "agent" ? (
            <AgentStep
              key={step.key}
              step={step}
              next={step.key === next}
              isReady={demo && !step.done && overview.connected_accounts.active > 0}
            />
          ) : (
            <StepRow key={step.key} step={step} next={step.key === next} />
          ),
        )}
      </ol>
    </section>
  );
}

/** True if nothing is left to set up. */
export const isSetUp = (overview: Overview, demo: boolean): boolean =>
  stepsOf(overview, demo).every(({ done }) => done);

/** Starts open if it is next, or if its code can run, when the page opens; later only a click changes it. */
function AgentStep({ step, next, isReady }: StepProps & { isReady: boolean }) {
  const [isOpen, setOpen] = useState(next || isReady);
  const action = (
    <Button
      variant={next ? "primary" : "outline"}
      aria-expanded={isOpen}
      aria-controls="connect-agent"
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? "Hide the code" : "Show the code"}
    </Button>
  );
  return (
    <StepRow step={{ ...step, action }} next={next}>
      <div id="connect-agent" hidden={!isOpen} className="w-full min-w-0 sm:pl-7">
        {isOpen ? <ConnectAgent /> : null}
      </div>
    </StepRow>
  );
}

type StepProps = { step: Step; next: boolean; children?: ReactNode };

function StepRow({ step: { done, title, text, action, isWide }, next, children }: StepProps) {
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
      {isWide ? action : <div className="min-w-0 max-sm:w-full max-sm:pl-7">{action}</div>}
      {children}
    </li>
  );
}

export const ChecklistSkeleton = () => (
  <div>
    <Skeleton className="mb-3 w-32" />
    <div className="divide-y rounded-lg border">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="space-y-2 p-4">
          <Skeleton className="w-40" />
          <Skeleton className="h-3 w-80 max-w-full" />
        </div>
      ))}
    </div>
  </div>
);
