/** Events of a response that streams them. */
export type StreamEvent = { name: string; data: unknown };

/** Events of a text/event-stream body; comments and retry times are passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  // Most pages follow no stream.
  const { EventSourceParserStream } = await import("eventsource-parser/stream");
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    if (value.data) yield { name: value.event ?? "message", data: JSON.parse(value.data) as unknown };
  }
}
