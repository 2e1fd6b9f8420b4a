/** Names the page in its breadcrumbs, for pages that are rendered on the server. */
"use client";
import { useCrumbName } from "./crumb-name";

export function Crumb({ name }: { name: string }) {
  useCrumbName(name);
  return null;
}
