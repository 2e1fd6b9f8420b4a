/** A page that does not exist. Its script comes with every page, so its link is a plain one, which needs none. */
import type { Metadata } from "next";
import { Button } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-sm px-4 pt-[20vh]">
      <h1 className="text-xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-1 mb-4 text-sm text-muted">Check the URL for typos.</p>
      <Button asChild>
        <a href="/">Go to the home page</a>
      </Button>
    </main>
  );
}
