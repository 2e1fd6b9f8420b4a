/** Tests the service that a project uses, and removes the project's own service. */
"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { toDuration } from "@/components/logs/log-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ErrorState } from "../display/error-state";

type TestResult = { works: boolean; message: string; duration_ms: number };

type ServiceTestProps<T extends TestResult> = {
  /** "model" or "search". */
  noun: string;
  /** Whether the project, and whether the server, has such a service. */
  project: boolean;
  server: boolean;
  test: UseMutationOptions<T, Error, object>;
  remove: UseMutationOptions<unknown, Error, object>;
  /** Whether a service that works lacks something. */
  isLimited?: (result: T) => boolean;
};

/** Nothing if neither the project nor the server has such a service. */
export function ServiceTest<T extends TestResult>(props: ServiceTestProps<T>) {
  const { noun, project, server, isLimited } = props;
  const mayChange = useMay("project:write");
  const test = useMutation(props.test);
  const remove = useMutation(props.remove);
  if (!project && !server) return null;
  const result = test.data;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={!mayChange || test.isPending} onClick={() => test.mutate({})}>
          {test.isPending ? `Testing ${noun}` : `Test ${noun}`}
        </Button>
        {project ? (
          <Button variant="outline" disabled={!mayChange || remove.isPending} onClick={() => remove.mutate({})}>
            {server ? `Use the server’s ${noun}` : `Remove ${noun}`}
          </Button>
        ) : null}
      </div>
      {result ? (
        <Alert
          tone={result.works ? (isLimited?.(result) ? "warning" : "info") : "error"}
          title={result.works ? `The ${noun} works` : `The ${noun} doesn’t work`}
        >
          {result.message} ({toDuration(result.duration_ms)})
        </Alert>
      ) : null}
      {test.error ? <ErrorState title={`Couldn’t test the ${noun}`} error={test.error} /> : null}
      {remove.error ? <ErrorState title={`Couldn’t remove the ${noun}`} error={remove.error} /> : null}
    </div>
  );
}
