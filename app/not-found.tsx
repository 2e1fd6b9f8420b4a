/** A page that does not exist. Its script comes with every page, so its link is a plain one, which needs none. */
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-sm px-4 pt-[20vh]">
      <h1 className="text-xl font-semibold tracking-tight">There is no page here</h1>
      <p className="mt-1 mb-4 text-sm text-muted">
        The address may be mistyped, or the page belongs to a version of Patchbay that this server does not run.
      </p>
      <Button asChild>
        <a href="/">Go to the home page</a>
      </Button>
    </main>
  );
}
