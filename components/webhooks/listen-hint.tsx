/** Ways to see events without an address on the internet: the test receiver, and a program on this machine. */
import { CodeBlock } from "@/components/parts/display/code-block";
import { Section } from "@/components/parts/display/section";
import { OpenTestReceiver } from "./open-test-receiver";

/** @param inTestReceiver whether the page is that of the test receiver */
export const ListenHint = ({ inTestReceiver = false }: { inTestReceiver?: boolean }) => (
  <Section title={inTestReceiver ? "Receive on your machine" : "Try it without an app"}>
    {inTestReceiver ? null : (
      <div className="mb-4 flex max-w-3xl flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          The test endpoint is part of this server. It shows each request your app would get, with headers, body and
          signature check.
        </p>
        <OpenTestReceiver />
      </div>
    )}
    <p className="mb-3 max-w-3xl text-sm text-muted">
      {inTestReceiver ? "This command forwards events" : "Or forward events"} to a local port while you develop, signed
      as in production. It shows the secret. Sign in first with{" "}
      <code className="font-mono text-xs">patchbay login</code>. In a checkout of the sources the command is{" "}
      <code className="font-mono text-xs">bin/patchbay</code>.
    </p>
    <CodeBlock label="In a terminal" language="shell" code="patchbay listen --forward http://127.0.0.1:3001" />
  </Section>
);
