/** All documents, each with what it is for. */
import { Link } from "@/components/ui/link";
import { DOCUMENTS } from "./documents";

export const DocumentList = () => (
  <ul className="max-w-3xl divide-y rounded-lg border text-sm">
    {DOCUMENTS.map(({ file, about }) => (
      <li key={file}>
        <Link
          href={`/docs/${file.replace(/\.md$/, "")}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2 hover:bg-hover"
        >
          <span>{about}</span>
          <span className="font-mono text-xs text-muted">{file}</span>
        </Link>
      </li>
    ))}
  </ul>
);
