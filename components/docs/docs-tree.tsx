/** All guides by job, with a mark at the current guide. */
"use client";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { GUIDE_GROUPS, toAddress } from "@/lib/contract/guides";

/** `label` is the name of the region for screen readers. */
export function DocsTree({ label }: { label: string }) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="space-y-5 text-sm">
      {GUIDE_GROUPS.map(({ title, documents }) => (
        <div key={title}>
          <p className="mb-1 px-2 text-xs font-medium text-muted">{title}</p>
          <ul>
            {documents.map(({ file, title: name }) => (
              <li key={file}>
                <Entry href={toAddress(file)} name={name} current={path === toAddress(file)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Entry href="/docs/api" name="API reference" current={path.startsWith("/docs/api")} />
    </nav>
  );
}

const Entry = ({ href, name, current }: { href: string; name: string; current: boolean }) => (
  <a
    href={href}
    aria-current={current ? "page" : undefined}
    className={cn("block rounded-md px-2 py-1", current ? "bg-hover font-medium" : "text-muted hover:text-ink")}
  >
    {name}
  </a>
);
