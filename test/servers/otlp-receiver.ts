/** A collector of traces on loopback: it takes OTLP as JSON over HTTP and keeps the spans. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string; boolValue?: boolean } };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] };

export type ReceivedSpan = Omit<OtlpSpan, "attributes"> & { facts: Record<string, string | number | boolean> };

export type OtlpReceiver = {
  url: string;
  /** In order of arrival, which is that of their ends. */
  spans: ReceivedSpan[];
  /** The attributes of the process that sent last. */
  resource: Record<string, string | number | boolean>;
  /** The bodies as they came. */
  texts: string[];
  close: () => void;
};

const toFacts = (attributes: Attribute[] = []): ReceivedSpan["facts"] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  );

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver: OtlpReceiver = { url: "", spans: [], resource: {}, texts: [], close: () => void server.close() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        receiver.texts.push(text);
        for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
          receiver.resource = toFacts(resource.attributes);
          for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans))
            receiver.spans.push({ ...span, facts: toFacts(attributes) });
        }
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
