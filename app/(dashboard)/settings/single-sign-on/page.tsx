/** The organization's own sign-in. */
import type { Metadata } from "next";
import { SingleSignOnSettings } from "@/components/sso/single-sign-on-settings";

export const metadata: Metadata = { title: "Single sign-on" };

export default function SingleSignOnPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <div className="max-w-[960px]">
        <SingleSignOnSettings />
      </div>
    </div>
  );
}
