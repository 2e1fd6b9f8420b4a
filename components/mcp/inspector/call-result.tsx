/** What a tool answered, as its client gets it: data, texts, images; or why it did not. */
import { CircleCheck, CircleX } from "lucide-react";
import { toDuration } from "@/components/logs/log-fields";
import { CodeBlock } from "@/components/parts/code-block";
import { JsonView } from "@/components/parts/json-view";
import { refusalOf, toCallResult, type Exchange } from "../rpc";

export function CallResult({ said }: { said: Exchange }) {
  const refusal = refusalOf(said);
  const { failed, data, texts, images } = toCallResult(said);
  const good = !refusal && !failed;
  const Icon = good ? CircleCheck : CircleX;
  return (
    <div className="min-w-0 space-y-3">
      <div
        role="status"
        className={`rounded-lg px-3 py-2 text-sm ${good ? "bg-green-tint text-green" : "bg-red-tint text-red"}`}
      >
        <p className="flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 shrink-0" />
          {refusal ? "The server refused the call" : failed ? "The tool failed" : "Succeeded"}
          <span className="ml-auto font-mono text-xs font-normal">{toDuration(said.ms)}</span>
        </p>
        {refusal ? <p className="mt-1 break-words text-ink">{refusal}</p> : null}
        {typeof data?.error === "string" ? <p className="mt-1 break-words text-ink">{data.error}</p> : null}
      </div>
      {data ? <JsonView label="Result" value={data} /> : null}
      {texts.map((text, at) => (
        <CodeBlock key={at} label="Text" code={text} />
      ))}
      {images.map((source, at) => (
        <img key={at} src={source} alt="Of the answer" className="max-w-full rounded-lg border" />
      ))}
    </div>
  );
}
