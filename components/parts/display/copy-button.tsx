/** Copies a text and confirms it in place. */
"use client";
import { Check, Copy } from "lucide-react";
import { createContext, use, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { copyText } from "./copy-text";

/** Called after each copy by a button inside this context. */
export const WhenCopied = createContext<() => void>(() => undefined);

type CopyButtonProps = {
  text: string;
  what: string;
  label?: string;
  /** For a button with a visible label. */
  variant?: "primary" | "outline";
  className?: string;
};

/** `what` names the thing for screen readers ("log id"); `label` is the text shown next to the icon. */
export function CopyButton({ text, what, label, variant = "outline", className }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1600);
    return () => clearTimeout(timer);
  }, [state]);
  const whenCopied = use(WhenCopied);
  const copy = async () => {
    const done = await copyText(text);
    setState(done ? "copied" : "failed");
    if (done) whenCopied();
  };
  const message = state === "copied" ? "Copied" : state === "failed" ? "Not copied" : label;
  return (
    <Button
      variant={label ? variant : "ghost"}
      size={label ? "md" : "icon"}
      aria-label={state === "idle" ? `Copy ${what}` : message}
      title={`Copy ${what}`}
      onClick={copy}
      className={cn(!label && "size-6 pointer-coarse:size-8 [&_svg]:size-3.5", className)}
    >
      {state === "copied" ? (
        <Check aria-hidden className={variant === "primary" ? undefined : "text-green"} />
      ) : (
        <Copy aria-hidden />
      )}
      {label ? <span>{message}</span> : null}
      <span role="status" className="sr-only">
        {state === "copied"
          ? `Copied ${what}`
          : state === "failed"
            ? `Couldn’t copy ${what}. Select it and copy by hand.`
            : ""}
      </span>
    </Button>
  );
}
