/** Shown for a URL without a page. Its script is loaded with every page of the frame, so it uses a plain link. */
"use client";
import { Button } from "@/components/ui/button";
import { useTabTitle } from "./use-tab-title";

export function NotFoundPage() {
  useTabTitle("Not found · Patchbay");
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <h1 className="text-base font-medium">Page not found</h1>
      <p className="mt-1 mb-4 text-sm text-muted">Check the URL for typos.</p>
      <Button asChild variant="outline">
        <a href="/">Go to the home page</a>
      </Button>
    </div>
  );
}
