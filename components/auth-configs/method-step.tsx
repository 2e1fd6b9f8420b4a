/** The second step: how people sign in. */
"use client";
import { ChevronRight } from "lucide-react";
import { findAppGuide } from "./app-guide";
import { AppGuideLink } from "./app-guide-link";
import { CardButton } from "./card-button";
import type { Toolkit } from "./credential-form";
import type { Method } from "./methods";

type MethodStepProps = { toolkit: Toolkit; methods: readonly Method[]; onChoose: (key: string) => void };

export function MethodStep({ toolkit, methods, onChoose }: MethodStepProps) {
  return (
    <section aria-labelledby="method" className="max-w-2xl">
      <h2 id="method" className="mb-3 text-base font-semibold">
        How do users sign in to {toolkit.name}?
      </h2>
      <p className="-mt-2 mb-3 text-sm text-muted">
        <a
          href="/docs/connect-users/auth-schemes"
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4 hover:text-ink"
        >
          How to choose
        </a>
      </p>
      <ul className="space-y-2">
        {methods.map(({ key, title, text, scheme, unsupported }) =>
          unsupported ? (
            <li key={key} className="rounded-lg border border-dashed p-3">
              <span className="block text-base font-medium text-muted">{title}</span>
              <span className="mt-0.5 block text-sm text-muted">{text}</span>
            </li>
          ) : (
            <li key={key}>
              <CardButton onClick={() => onChoose(key)}>
                <span className="min-w-0 flex-1">
                  <span className="block text-base font-medium">{title}</span>
                  <span className="mt-0.5 block text-sm text-muted">{text}</span>
                  {scheme.name ? <span className="mt-1 block text-xs text-muted">{scheme.name}</span> : null}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </CardButton>
            </li>
          ),
        )}
      </ul>
      {toolkit.auth_guide_url ? (
        <p className="mt-4 text-sm text-muted">
          {findAppGuide(toolkit.auth_guide_url) ? (
            <AppGuideLink url={toolkit.auth_guide_url} />
          ) : (
            <>
              {toolkit.name} has a guide at{" "}
              <a
                href={toolkit.auth_guide_url}
                target="_blank"
                rel="noreferrer"
                className="wrap-anywhere underline underline-offset-4"
              >
                {new URL(toolkit.auth_guide_url).host}
              </a>
            </>
          )}
          .
        </p>
      ) : null}
    </section>
  );
}
