/** Calls operations of the started product as programs and people do, and keeps what each answered. */
import { expect, type Page } from "@playwright/test";
import { operations } from "../../lib/api";
import type { Operation } from "../../lib/contract/operation";
import { run } from "../harness/run";
import type { Reader } from "./run-blocks";

export type Recorded = { status: number; body: unknown };
type Answer = Record<string, unknown>;
type Values = Readonly<Record<string, string>>;
type Wish = { params?: Values; query?: Values; body?: unknown };

const findOperation = (id: string): Operation => {
  const operation = operations.find((entry) => entry.id === id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  return operation;
};

export class Recorder {
  readonly answers = new Map<string, Recorded>();
  readonly problems: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly reader: Reader,
  ) {}

  /** Of a program with a project's key, or of the owner who is signed in. */
  private async headersOf(isOwner: boolean): Promise<Record<string, string>> {
    const { PATCHBAY_API_KEY: key = "", PROJECT_OF_GUIDES: project = "" } = this.reader.environment;
    if (!isOwner) return { "x-api-key": key };
    const cookies = await this.page.context().cookies(run().url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return { "x-org-id": run().org_id, "x-project-id": project, origin: run().url, cookie };
  }

  /** Sends it, and records a JSON answer that fits the contract. What only people may do, the owner does. */
  async send(operation: Operation, wish: Wish = {}, isOwner = operation.auth !== "project"): Promise<Answer> {
    const { params = {}, query = {}, body } = wish;
    const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ""),
    );
    const search = new URLSearchParams(query).toString();
    const response = await fetch(run().url + address + (search && `?${search}`), {
      method: operation.method,
      redirect: "manual",
      headers: {
        ...(await this.headersOf(isOwner)),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.status === 403 && !isOwner) return this.send(operation, wish, true);
    const text = await response.text();
    const isJson = /^application\/json(?:;|$)/.test(response.headers.get("content-type") ?? "");
    if (!isJson || response.status >= 300)
      return { refused: `${operation.id} ${response.status} ${text.slice(0, 300)}` };
    const answer = JSON.parse(text) as Record<string, unknown>;
    const issues = operation.response.safeParse(answer).error?.issues ?? [];
    for (const { path, message } of issues) this.problems.push(`${operation.id} ${path.join(".")}: ${message}`);
    if (!this.answers.has(operation.id)) this.answers.set(operation.id, { status: response.status, body: answer });
    return answer;
  }

  /** An operation by its id that must succeed. */
  async call(id: string, wish: Wish = {}): Promise<Record<string, unknown>> {
    const answer = await this.send(findOperation(id), wish);
    expect(answer.refused).toBeUndefined();
    return answer;
  }
}

/** Reads every operation that needs nothing but the values of its path. */
export async function readEverything(recorder: Recorder, values: readonly (readonly [path: RegExp, values: Values])[]) {
  const reads = operations.filter(
    ({ method, successor, auth, path }) =>
      method === "GET" && !successor && auth !== "link" && path.startsWith("/api/") && !/stream|export/.test(path),
  );
  for (const operation of reads) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const params = values.find(([path]) => path.test(operation.path))?.[1] ?? {};
    if (names.every((name) => params[name] !== undefined)) await recorder.send(operation, { params, query: {} });
  }
}
