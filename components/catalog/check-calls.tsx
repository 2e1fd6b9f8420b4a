/** Calls of an existing program, pasted or from a file: which of them would run here. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, FileUp, Languages, ListChecks, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { MovedNames } from "@/components/execution/moved-names";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import { Textarea } from "@/components/ui/textarea";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { fitApi } from "@/generated/addresses/execution/fit";
import { MAX_CALLS, MAX_TEXT, OUTCOMES } from "@/lib/execution/fit/constants";

type Checked = ResultOf<typeof fitApi.checkCalls>;
type Call = Checked["calls"][number];

const LOOKS = {
  fits: { tone: "green", Icon: CircleCheck, word: "Valid" },
  translated: { tone: "blue", Icon: Languages, word: "Translated" },
  ignored: { tone: "amber", Icon: TriangleAlert, word: "With warnings" },
  fails: { tone: "red", Icon: CircleX, word: "Would fail" },
  not_a_tool: { tone: "grey", Icon: CircleDashed, word: "Unknown tool" },
} as const;

const EXAMPLE =
  '[{"tool_slug": "GMAIL_SEND_EMAIL", "arguments": {"recipient_email": "ada@example.com", "body": "Hello"}}]';

function OutcomeBadge({ outcome, count }: { outcome: Call["outcome"]; count?: number }) {
  const { tone, Icon, word } = LOOKS[outcome];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden /> {count === undefined ? word : `${count} ${word.toLowerCase()}`}
    </Badge>
  );
}

const Row = ({ call: { call, tool, outcome, moved, warnings, errors } }: { call: Call }) => (
  <li className="space-y-1 border-b py-2 last:border-0">
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="w-8 shrink-0 font-mono text-xs text-muted">{call}</span>
      <code className="min-w-0 flex-1 basis-40 font-mono text-xs wrap-anywhere">{tool}</code>
      <OutcomeBadge outcome={outcome} />
    </div>
    <div className="space-y-1 pl-10 text-xs">
      <MovedNames moved={moved} />
      {[...errors, ...warnings].map((text) => (
        <p key={text} className="break-words text-muted">
          {text}
        </p>
      ))}
    </div>
  </li>
);

const Result = ({ summary, calls }: Checked) => (
  <section aria-label="Result" className="space-y-2">
    <div role="status" className="flex flex-wrap gap-1.5">
      {OUTCOMES.map((outcome) =>
        summary[outcome] > 0 ? <OutcomeBadge key={outcome} outcome={outcome} count={summary[outcome]} /> : null,
      )}
    </div>
    <ul>
      {calls.map((call) => (
        <Row key={call.call} call={call} />
      ))}
    </ul>
  </section>
);

/** Open while it is rendered. */
export function CheckCalls({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const check = useMutation(mutation(fitApi.checkCalls, useQueryClient(), { refresh: [] }));
  const [showsError, setTold] = useState(false);
  const start = (callsText: string) => {
    setText(callsText);
    setTold(callsText.trim() === "");
    if (callsText.trim() === "") return field.current?.focus();
    check.mutate({ body: { text: callsText } });
  };
  return (
    <Sheet onClose={onClose} side="right" title="Validate my calls">
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-5">
        <Field
          label="Calls"
          error={showsError && text.trim() === "" ? "Paste calls, or choose a file." : undefined}
          help={
            "JSON or JSON lines: calls with a tool and arguments, OpenAI or Anthropic tool calls, or " +
            `exported logs. At most ${MAX_CALLS} calls; nothing is run or stored.`
          }
        >
          {(wiring) => (
            <Textarea
              {...wiring}
              ref={field}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              placeholder={EXAMPLE}
              maxLength={MAX_TEXT}
              spellCheck={false}
              className="min-h-40 font-mono text-xs"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button disabled={check.isPending} onClick={() => start(text)}>
            <ListChecks aria-hidden /> {check.isPending ? "Checking" : "Check"}
          </Button>
          <input
            ref={file}
            type="file"
            accept=".json,.jsonl,.ndjson,.txt,application/json"
            hidden
            aria-label="File of calls"
            onChange={(event) => {
              const [callsFile] = event.currentTarget.files ?? [];
              if (callsFile)
                void callsFile
                  .slice(0, MAX_TEXT + 1)
                  .text()
                  .then(start);
              event.currentTarget.value = "";
            }}
          />
          <Button variant="outline" disabled={check.isPending} onClick={() => file.current?.click()}>
            <FileUp aria-hidden /> Choose a file
          </Button>
        </div>
        {check.error ? <ErrorState title="Couldn’t validate the calls" error={check.error} /> : null}
        {check.data ? <Result {...check.data} /> : null}
      </div>
    </Sheet>
  );
}
