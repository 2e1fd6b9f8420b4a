/** The guides before and after one, in the order of the tree. */
import { ArrowLeft, ArrowRight } from "lucide-react";
import { GUIDES, toAddress } from "@/lib/contract/guides";

const CARD = "flex min-w-0 flex-1 items-center gap-2 rounded-lg border px-3 py-2 hover:bg-hover [&_svg]:size-4";

export function NextGuides({ file }: { file: string }) {
  const index = GUIDES.findIndex((guide) => guide.file === file);
  const [previous, next] = [GUIDES[index - 1], GUIDES[index + 1]];
  return (
    <nav
      aria-label="Previous and next guide"
      className="mt-10 flex gap-3 border-t pt-6 text-sm max-sm:flex-col print:hidden"
    >
      {previous ? (
        <a href={toAddress(previous.file)} rel="prev" className={CARD}>
          <ArrowLeft aria-hidden className="shrink-0 text-muted" />
          <span className="truncate">{previous.title}</span>
        </a>
      ) : null}
      {next ? (
        <a href={toAddress(next.file)} rel="next" className={`${CARD} justify-end`}>
          <span className="truncate">{next.title}</span>
          <ArrowRight aria-hidden className="shrink-0 text-muted" />
        </a>
      ) : null}
    </nav>
  );
}
