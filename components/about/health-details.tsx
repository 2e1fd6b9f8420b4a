/** Each part of the server, whether it works, and what to do where it does not. */
import { countOf } from "@/lib/contract/count-of";
import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { ResultOf } from "@/lib/contract/client";
import type { healthApi } from "@/generated/addresses/health";

type Health = ResultOf<typeof healthApi.getHealth>;

const STATES = {
  good: { Icon: CircleCheck, color: "text-green" },
  off: { Icon: CircleDashed, color: "text-muted" },
  bad: { Icon: TriangleAlert, color: "text-amber" },
} as const;

type Part = { name: string; state: keyof typeof STATES; word: string; texts?: readonly string[] };

/** Only while an update has not reached all copies. */
function toVersions({ live_versions: versions }: Health): Part[] {
  if (versions.length < 2) return [];
  const texts = versions.map(
    ({ version, build, copies }) => `${version} (${build}) on ${countOf(copies, "copy", "copies")}`,
  );
  return [{ name: "Versions", state: "bad", word: `${versions.length} run on this database`, texts }];
}

function toParts(health: Health): Part[] {
  const { catalog, database, worker, workbench } = health;
  const answers = database === "ok";
  return [
    {
      name: "Database",
      state: answers ? "good" : "bad",
      word: answers ? "Online" : "Not responding",
      texts: answers ? [] : ["Calls fail until it responds."],
    },
    ...toVersions(health),
    {
      name: "Worker",
      state: worker === "running" ? "good" : "bad",
      word: worker === "running" ? "Running" : "Stopped",
      texts: worker === "running" ? [] : ["Triggers, webhooks and cleanup are on hold until it runs."],
    },
    {
      name: "Workbench",
      state: workbench === "available" ? "good" : "off",
      word: workbench === "available" ? "Available" : "Not available",
      texts: [...health.workbench_problems, ...health.workbench_notes],
    },
    {
      name: "Catalog",
      state: catalog.toolkits > 0 ? "good" : "bad",
      word: `${catalog.toolkits.toLocaleString("en")} toolkits, ${catalog.tools.toLocaleString("en")} tools`,
    },
  ];
}

export function HealthDetails({ health }: { health: Health }) {
  return (
    <ul className="space-y-2 text-sm">
      {toParts(health).map(({ name, state, word, texts = [] }) => {
        const { Icon, color } = STATES[state];
        return (
          <li key={name} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
            <div className="min-w-0">
              <p>
                {name}: {word}
              </p>
              {texts.map((text) => (
                <p key={text} className="mt-0.5 wrap-anywhere text-muted">
                  {text}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
