/** The form that sends an operation; the server draws none, because it needs what a person types. */
"use client";
import dynamic from "next/dynamic";
import type { TryProps } from "./try-form";

const TryForm = dynamic(() => import("./try-form").then((module) => module.TryForm), { ssr: false });

export const TryOperation = (props: TryProps) => (
  <section id="try" aria-label="Try it" className="scroll-mt-16">
    <TryForm {...props} />
  </section>
);
