/**
 * The request: Enter searches, Shift+Enter starts a new line, and the slash key focuses it from anywhere on the page.
 */
"use client";
import { Search } from "lucide-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { useSlash } from "@/components/parts/lists/use-slash";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";

/** The operation's limit. */
const MOST_CHARACTERS = 2000;

type RequestFieldProps = { /** The request in the URL. */ request: string; onAsk: (text: string) => void };

export function RequestField({ request, onAsk }: RequestFieldProps) {
  const [text, setText] = useState(request);
  const [lastRequest, setSeen] = useState(request);
  const field = useSlash<HTMLTextAreaElement>(true);
  if (request !== lastRequest) {
    setSeen(request);
    setText(request); // changed by the back button, an example or the palette
  }
  useEffect(() => {
    // On a phone the keyboard would cover the results.
    if (!window.matchMedia("(pointer: coarse)").matches) field.current?.focus({ preventScroll: true });
  }, [field]);
  const ask = () => {
    if (text.trim()) onAsk(text.trim());
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  return (
    <search aria-label="Find tools">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
        className="relative"
      >
        <Textarea
          ref={field}
          rows={2}
          maxLength={MOST_CHARACTERS}
          aria-label="What do you want to do?"
          aria-keyshortcuts="/"
          placeholder="What do you want to do? For example: find unread email from Ada and post a summary to Slack"
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-60 min-h-20 resize-none px-3.5 pt-3 pb-12 text-base"
        />
        <span className="pointer-events-none absolute inset-x-2.5 bottom-3 flex items-center justify-between gap-2">
          <span className="pl-1 text-xs text-muted max-sm:invisible">
            <kbd className="font-mono">Enter</kbd> to search, <kbd className="font-mono">/</kbd> to return here
          </span>
          <Button type="submit" className="pointer-events-auto">
            <Search aria-hidden /> Find tools
          </Button>
        </span>
      </form>
    </search>
  );
}
