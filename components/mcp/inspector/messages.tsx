/** The messages between this page and the server. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { toDuration } from "@/components/logs/log-fields";
import { JsonView } from "@/components/parts/display/json-view";
import { Badge } from "@/components/ui/badge";
import { refusalOf, toCallResult, type Exchange } from "../rpc";

export function Messages({ messages }: { messages: readonly Exchange[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages" className="min-w-0">
      <h2 id="messages" className="mb-2 text-base font-semibold">
        Messages
      </h2>
      <ul className="divide-y rounded-lg border">
        {messages.map((exchange) => (
          <Message key={exchange.sent.id} said={exchange} />
        ))}
      </ul>
    </section>
  );
}

function Message({ said: exchange }: { said: Exchange }) {
  const [open, setOpen] = useState(false);
  const { sent: request, status, answer, ms } = exchange;
  const bad = refusalOf(exchange) !== null || toCallResult(exchange).failed;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full min-w-0 items-center gap-2 px-3 py-2 text-left text-sm -outline-offset-2 hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted transition-transform duration-120 ${open ? "rotate-90" : ""}`}
        />
        <code className="min-w-0 truncate font-mono text-xs">
          {request.method}
          {typeof request.params.name === "string" ? ` ${request.params.name}` : ""}
        </code>
        <span className="ml-auto flex shrink-0 items-center gap-2 font-mono text-xs text-muted">
          <Badge tone={bad ? "red" : "grey"}>{status}</Badge> {toDuration(ms)}
        </span>
      </button>
      {open ? (
        <div className="grid min-w-0 grid-cols-1 gap-3 p-3 pt-1 lg:grid-cols-2">
          <JsonView label="Sent" value={request} />
          <JsonView label="Received" value={answer} />
        </div>
      ) : null}
    </li>
  );
}
