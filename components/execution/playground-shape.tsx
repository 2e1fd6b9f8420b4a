/** The placeholder of the playground while it loads. */
import { Skeleton } from "@/components/ui/skeleton";

/** Announces the loading, as QueryView does around its skeletons. */
export const PlaygroundShape = () => (
  <div aria-busy="true">
    <span role="status" className="sr-only">
      Loading the playground
    </span>
    <div aria-hidden className="grid gap-6 lg:grid-cols-2">
      <div className="space-y-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
      <Skeleton className="h-48" />
    </div>
  </div>
);
