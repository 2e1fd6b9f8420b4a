/** The way to a form that sends an operation; its script is loaded when somebody asks for it. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { TryProps } from "./try-form";

const TryForm = dynamic(() => import("./try-form").then((module) => module.TryForm), { ssr: false });

export function TryOperation(props: TryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="Try it">
      {isOpen ? (
        <TryForm {...props} />
      ) : (
        <Button variant="outline" onClick={() => setIsOpen(true)}>
          Try it
        </Button>
      )}
    </section>
  );
}
