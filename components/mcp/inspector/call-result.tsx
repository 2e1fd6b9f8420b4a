/** A tool's answer as its client receives it: data, texts, images; or the error. */
import { CircleCheck, CircleX } from "lucide-react";
import { toDuration } from "@/components/logs/log-fields";
import { OfferConnection } from "@/components/execution/offer-connection";
import { CodeBlock } from "@/components/parts/display/code-block";
import { toFailureWords, type FailureWords } from "@/components/parts/display/failure-words";
import { JsonView } from "@/components/parts/display/json-view";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { refusalOf, toCallResult, type Exchange } from "../rpc";

/** A code next to the error means that this server answered in the provider's place. */
function useToldFailure(data: Record<string, unknown> | undefined): FailureWords {
  const nameOf = useToolkitNames();
  const error = typeof data?.error === "string" ? data.error : null;
  return toFailureWords({ error, isRefusal: data?.code !== undefined, nameOf });
}

export function CallResult({ said: exchange }: { said: Exchange }) {
  const refusal = refusalOf(exchange);
  const { failed, data, texts, images } = toCallResult(exchange);
  const failure = useToldFailure(data);
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
          {refusal ? "The server rejected the call" : failed ? failure.title : "Succeeded"}
          <span className="ml-auto font-mono text-xs font-normal">{toDuration(exchange.ms)}</span>
        </p>
        {refusal ? <p className="mt-1 break-words text-ink">{refusal}</p> : null}
        {failed && typeof data?.error === "string" ? <p className="mt-1 break-words text-ink">{failure.text}</p> : null}
      </div>
      {failed && failure.missing ? <OfferConnection {...failure.missing} /> : null}
      {data ? <JsonView label="Result" value={data} /> : null}
      {texts.map((text, index) => (
        <CodeBlock key={index} label="Text" code={text} />
      ))}
      {images.map((source, index) => (
        <img key={index} src={source} alt="Response only" className="max-w-full rounded-lg border" />
      ))}
    </div>
  );
}
