/** Counts the answers of the server by door, outcome and time. */
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { declareCounter } from "@/lib/kernel/metrics/counter";
import { declareHistogram } from "@/lib/kernel/metrics/histogram";
import { type Door, doorOf } from "./door-of";

const requests = declareCounter({
  name: "patchbay_http_requests_total",
  help: "Requests that this copy answered, by the status of the answer; gone: the client left before it.",
  labels: ["door", "outcome"],
});
const times = declareHistogram({
  name: "patchbay_http_request_duration_seconds",
  help: "Time until the answer to a request began.",
  labels: ["door"],
});

const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** An answer that knows when its request came and when it began. */
export class TimedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** `performance.now()` */
  readonly createdAt = performance.now();
  /** `performance.now()`; 0 until the answer begins. */
  begunAt = 0;
  /** Of a target that no part of the server gets: "refused". */
  door: Door | "refused" = "refused";
  /** The server that got the request. Once it no longer listens, the connection ends with the answer. */
  server: Server | undefined;

  override writeHead(...args: unknown[]): this {
    if (this.begunAt === 0) this.begunAt = performance.now();
    // A client that keeps its connection and asks again and again would hold up the stop of the process.
    if (this.server?.listening === false) this.shouldKeepAlive = false;
    // Its overloads differ in the second argument only.
    return (super.writeHead as (...all: unknown[]) => this).apply(this, args);
  }
}

/** Counts an answer that is over. */
export function countResponse({ begunAt, createdAt, door, statusCode }: TimedResponse): void {
  requests.add([door, begunAt === 0 ? "gone" : (CLASSES[Math.floor(statusCode / 100) - 1] ?? "5xx")]);
  if (begunAt > 0) times.observe([door], (begunAt - createdAt) / 1000);
}

/** @param pathname by `normalizeTarget` */
export function setDoor(response: ServerResponse, pathname: string): void {
  if (response instanceof TimedResponse) response.door = doorOf(pathname);
}
