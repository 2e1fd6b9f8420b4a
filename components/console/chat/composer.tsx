/** The field for the next message. Enter sends it, Shift+Enter begins a new line. */
"use client";
import { Send, Square } from "lucide-react";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { MAX_TASK_CHARS } from "@/lib/console/constants";

type ComposerProps = {
  /** The text to begin with. */
  initial: string;
  running: boolean;
  /** Returns why the message cannot be sent yet; undefined if it was sent. */
  onSend: (message: string) => string | undefined;
  onStop: () => void;
};

export function Composer({ initial, running, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (running) return;
    const message = text.trim();
    const reason = message === "" ? "Enter a message." : onSend(message);
    setProblem(reason);
    if (reason === undefined) setText("");
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <Field label="Message" error={problem}>
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={2}
            maxLength={MAX_TASK_CHARS}
            placeholder="Which issues are open in my repository?"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
            }}
            className="field-sizing-content max-h-60 min-h-16"
          />
        )}
      </Field>
      {running ? (
        <Button variant="danger" onClick={onStop}>
          <Square aria-hidden /> Stop
        </Button>
      ) : (
        <Button type="submit">
          <Send aria-hidden /> Send
        </Button>
      )}
    </form>
  );
}
