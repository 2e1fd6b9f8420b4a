/** The origin of a toolkit, and the target of its calls. */
"use client";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toCategoryName } from "./toolkit-filters";
import type { Toolkit } from "./toolkit";

const Away = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="wrap-anywhere underline underline-offset-4 hover:text-muted"
  >
    {children}
  </a>
);

export function ToolkitAbout({ toolkit }: { toolkit: Toolkit }) {
  const { meta, basis, sources = [] } = toolkit;
  return (
    <DefinitionList
      entries={[
        { name: "Slug", value: <CopyableId id={toolkit.slug} what="toolkit slug" /> },
        { name: "Website", value: meta.app_url ? <Away href={meta.app_url}>{meta.app_url}</Away> : null },
        { name: "Base URL", value: toolkit.base_url ? <CopyableId id={toolkit.base_url} what="base URL" /> : null },
        { name: "Categories", value: meta.categories.map(({ name }) => toCategoryName(name)).join(", ") },
        {
          name: "Kind",
          value: toolkit.type === "custom" ? "Added by this project" : "Included in this server’s catalog",
        },
        { name: "Version", value: <CopyableId id={meta.version} what="version" /> },
        { name: "API version", value: basis?.api_version },
        { name: "Described", value: basis ? toBasisText(basis) : null },
        { name: "Updated", value: <RelativeTime at={meta.updated_at} /> },
        { name: "Source", value: sources.length > 0 ? <Sources sources={sources} /> : "Written for Patchbay" },
      ]}
    />
  );
}

const toDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "May 3, 2026 (Figma's description), checked against the provider's reference on November 27, 2026" */
function toBasisText({ date, from, checked_on }: NonNullable<Toolkit["basis"]>): string {
  const described = from ? `${toDay(date)} (${from})` : toDay(date);
  return checked_on ? `${described}, checked against the provider’s reference on ${toDay(checked_on)}` : described;
}

const Sources = ({ sources }: { sources: NonNullable<Toolkit["sources"]> }) => (
  <ul className="w-full">
    {sources.map(({ name, license, url }) => (
      <li key={name} className="flex min-h-7 flex-wrap items-center gap-x-2">
        <code className="font-mono text-xs">{name}</code>
        {license ? <span className="text-muted">under {url ? <Away href={url}>{license}</Away> : license}</span> : null}
      </li>
    ))}
  </ul>
);
