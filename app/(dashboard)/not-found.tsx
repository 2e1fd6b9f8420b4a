/** A page that does not exist, in the frame. */
import type { Metadata } from "next";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <h1 className="text-base font-medium">Page not found</h1>
      <p className="mt-1 mb-4 text-sm text-muted">Check the address for typing mistakes.</p>
      <Button asChild variant="outline">
        <Link href="/">Go to the home page</Link>
      </Button>
    </div>
  );
}
