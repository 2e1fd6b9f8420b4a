/** How an MCP server was read the last time: why that failed and what to do, and tools that cannot be used. */
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Alert } from "@/components/ui/alert";
import type { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import type { ResultOf } from "@/lib/contract/client";
import { toolWords } from "./draft";

type Reading = ResultOf<typeof customToolkitsApi.listOwnMcpTools>["reading"];

/** Further tools are counted. */
const MOST_SHOWN = 20;

export function ServerReading({
  reading: { error, problems, synced_at: syncedAt, next_at: nextAt },
}: {
  reading: Reading;
}) {
  return (
    <>
      {error ? (
        <Alert tone="error" title="Couldn’t load the tools">
          <p className="wrap-anywhere">{error.message}</p>
          <p>{error.fix}</p>
          <p className="text-muted">
            {syncedAt ? (
              <>
                Agents see the tools of the last successful load (<RelativeTime at={syncedAt} />
                ).
              </>
            ) : (
              "They haven’t been loaded yet."
            )}{" "}
            {nextAt ? (
              <>
                Next attempt <RelativeTime at={nextAt} />.
              </>
            ) : null}
          </p>
        </Alert>
      ) : null}
      {problems.length > 0 ? (
        <Alert tone="warning" title={`${toolWords(problems.length)} of the server can’t be used`}>
          <p>Only the server’s operator can fix them. All other tools work.</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, MOST_SHOWN).map(({ name, problem }, index) => (
              <li key={index} className="wrap-anywhere">
                <span className="font-mono text-xs">{name}</span>: {problem}
              </li>
            ))}
          </ul>
          {problems.length > MOST_SHOWN ? <p>And {(problems.length - MOST_SHOWN).toLocaleString("en")} more.</p> : null}
        </Alert>
      ) : null}
    </>
  );
}
