/** Composite tools of Google, and the messages of Slack, against emulated providers that store the requests' data. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { toRequest } from "@/lib/execution/request/http-tool";
import { handlers as calendarHandlers } from "@/toolkits/googlecalendar/handlers";
import { handlers as driveHandlers } from "@/toolkits/googledrive/handlers";
import { handlers as mailHandlers } from "@/toolkits/gmail/handlers";
import { handlers as slackHandlers } from "@/toolkits/slack/handlers";
import { inRoot } from "../paths.mjs";
import { buildCatalog } from "../catalog/build-catalog";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

type Answer = Record<string, unknown>;
const ADA = "ada@example.com";
let child: ChildProcess;
let urls: Record<"google" | "slack", string>;
let shippedTools: readonly CompiledTool[];

beforeAll(async () => {
  child = fork(inRoot("scripts/demo/emulate-child.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  child.send({
    google: {
      users: [{ email: ADA, name: "Ada Lovelace" }],
      messages: [
        {
          id: "msg_welcome",
          user_email: ADA,
          from: "welcome@example.com",
          to: ADA,
          subject: "Welcome aboard",
          body_text: "Hello Ada.",
          label_ids: ["INBOX", "UNREAD"],
        },
      ],
      calendars: [{ id: "primary", user_email: ADA, summary: "Ada", primary: true, time_zone: "UTC" }],
    },
    slack: {
      team: { name: "Engines", domain: "engines" },
      users: [{ name: "ada", real_name: "Ada Lovelace", email: ADA }],
      channels: [{ name: "general", topic: "All" }],
    },
  });
  [urls] = (await once(child, "message")) as [typeof urls];
  const built = await buildCatalog(inRoot(), inRoot(".cache/catalog"), () => undefined);
  const { file } = built.toolkits.find(({ slug }) => slug === "slack") ?? { file: "" };
  shippedTools = (JSON.parse(readFileSync(file, "utf8")) as CompiledFile).toolkit.tools;
}, 600_000);

afterAll(() => {
  if (child.connected) child.disconnect();
});

/**
 * Resolves paths for a handler as the executor does: relative paths use the toolkit's address, and Google's own hosts
 * are replaced by the emulated host.
 */
const googleTools = (basePath: string): HandlerTools => ({
  call: async ({ method, path, query = {}, headers, body, rawBody }) => {
    const url = new URL(
      path.startsWith("/") ? `${urls.google}${basePath}${path}` : path.replace(/^https:\/\/[^/]+/, urls.google),
    );
    for (const [name, value] of Object.entries(query))
      for (const item of [value].flat()) if (item !== undefined) url.searchParams.append(name, String(item));
    const requestBody =
      rawBody === undefined
        ? body === undefined
          ? undefined
          : JSON.stringify(body)
        : typeof rawBody === "string"
          ? rawBody
          : Buffer.from(rawBody);
    const response = await fetch(url, {
      method,
      headers: { authorization: "Bearer test_token", "content-type": "application/json", ...headers },
      ...(requestBody === undefined ? {} : { body: requestBody }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url.pathname}: ${response.status} ${text}`);
    return {
      status: response.status,
      headers: {},
      data: (response.headers.get("content-type") ?? "").includes("json") ? (JSON.parse(text) as unknown) : text,
    };
  },
  readFile: () => Promise.resolve({ name: "note.txt", mimetype: "text/plain", bytes: Buffer.from("attached") }),
  ...HANDLER_FACTS,
  fail: (message) => {
    throw new Error(message);
  },
});

const run = async (handlers: ToolHandlers, basePath: string, name: string, args: Answer): Promise<Answer> => {
  const handler = handlers[name];
  if (!handler) throw new Error(name);
  return handler(args as Record<string, never>, googleTools(basePath));
};

describe("Gmail", () => {
  const mail = (name: string, args: Answer) => run(mailHandlers, "", name, args);

  it("sends an email that can be found, read and answered", async () => {
    const sentMessage = await mail("sendEmail", {
      recipient_email: ADA,
      subject: "Plans for all",
      body: "Grüße, one & two",
      attachment: { name: "note.txt" },
    });
    const inbox = (await mail("fetchEmails", { query: "subject:Plans", max_results: 10 })) as { messages: Answer[] };
    expect(inbox.messages.map((message) => message.messageId)).toContain(sentMessage.id);
    expect(await mail("fetchMessage", { message_id: sentMessage.id })).toMatchObject({
      messageId: sentMessage.id,
      subject: "Plans for all",
      messageText: expect.stringContaining("Grüße, one & two") as string,
    });
    const reply = await mail("replyToThread", {
      thread_id: sentMessage.threadId,
      message_body: "Thanks",
      recipient_email: ADA,
    });
    expect(reply.threadId).toBe(sentMessage.threadId);
    expect(
      ((await mail("fetchThread", { thread_id: sentMessage.threadId })) as { messages: Answer[] }).messages,
    ).toHaveLength(2);
  });

  it("forwards a message with its attachment, and drafts an answer in its conversation", async () => {
    const original = await mail("sendEmail", {
      recipient_email: "Bob <bob@example.com>",
      cc: [ADA],
      subject: "Offer",
      body: "Read this",
      attachment: { name: "note.txt" },
    });
    const draft = await mail("createDraft", { thread_id: original.threadId, body: "Yes" });
    const { message } = draft as { message: { id: string; threadId: string } };
    expect(message.threadId).toBe(original.threadId);
    expect(await mail("fetchMessage", { message_id: message.id })).toMatchObject({
      subject: "Re: Offer",
    });
    const forwarded = await mail("forwardMessage", {
      message_id: original.id,
      recipients: [ADA],
      additional_text: "See",
    });
    expect(forwarded.attachments).toEqual(["note.txt"]);
    expect(await mail("fetchMessage", { message_id: forwarded.id })).toMatchObject({
      subject: "Fwd: Offer",
      messageText: expect.stringMatching(/See[^]*Subject: Offer[^]*Read this/) as string,
      attachmentList: [{ filename: "note.txt", size: 8 }],
    });
  });

  it("keeps a draft unsent", async () => {
    const { draft = undefined, ...rest } = await mail("createDraft", {
      recipient_email: ADA,
      subject: "Later",
      body: "x",
    });
    expect(draft ?? rest).toMatchObject({ id: expect.any(String) as string });
  });
});

describe("Google Calendar", () => {
  const calendar = (name: string, args: Answer) => run(calendarHandlers, "/calendar/v3", name, args);

  it("puts an event where its time is no longer free", async () => {
    const event = await calendar("createEvent", {
      calendar_id: "primary",
      summary: "Review",
      start_datetime: "2031-03-04T10:00:00",
      timezone: "UTC",
      event_duration_hour: 1,
      event_duration_minutes: 0,
    });
    expect(JSON.stringify(event)).toContain("Review");
    const slots = await calendar("findFreeSlots", {
      items: ["primary"],
      time_min: "2031-03-04T09:00:00Z",
      time_max: "2031-03-04T12:00:00Z",
      timezone: "UTC",
    });
    expect(JSON.stringify(slots)).toMatch(/2031-03-04T10:00:00.*2031-03-04T11:00:00/s);
  });
});

describe("Google Drive", () => {
  const drive = (name: string, args: Answer) => run(driveHandlers, "/drive/v3", name, args);

  it("makes a folder and puts a file into it", async () => {
    const folder = await drive("createFolder", { folder_name: "Plans" });
    const file = await drive("createFileFromText", {
      file_name: "plan.txt",
      text_content: "First line",
      parent_id: folder.id,
      mime_type: "text/plain",
    });
    expect(file).toMatchObject({ name: "plan.txt", mimeType: "text/plain" });
    expect(JSON.stringify(await drive("findFolder", { name_exact: "Plans" }))).toContain(String(folder.id));
  });
});

describe("Slack", () => {
  const tool = async (slug: string, args: Answer): Promise<Answer> => {
    const requestTool = shippedTools.find((candidate) => candidate.slug === slug);
    if (!requestTool?.run.request) throw new Error(slug);
    const request = toRequest(requestTool.run.request, prepareArguments(requestTool, args), {
      baseUrl: `${urls.slack}/api`,
    });
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, authorization: "Bearer xoxb-test" },
      ...(request.body === undefined ? {} : { body: request.body as string }),
    });
    return (await response.json()) as Answer;
  };

  it("opens a channel, writes to it, changes the message and reacts to it", async () => {
    const { channel } = (await tool("SLACK_INITIATES_CHANNEL_BASED_CONVERSATIONS", { name: "plans" })) as {
      channel: { id: string };
    };
    const posted = await tool("SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL", { channel: channel.id, text: "a & b = c" });
    expect(posted).toMatchObject({ ok: true, message: { text: "a & b = c" } });
    expect(
      await tool("SLACK_UPDATES_A_SLACK_MESSAGE", { channel: channel.id, ts: posted.ts, text: "done" }),
    ).toMatchObject({ ok: true, text: "done" });
    expect(
      await tool("SLACK_ADD_REACTION_TO_AN_ITEM", { channel: channel.id, timestamp: posted.ts, name: "tada" }),
    ).toMatchObject({ ok: true });
  });

  /**
   * Resolves paths for a handler of Slack as the executor does: relative paths use the connection's address, absolute
   * URLs stay unchanged.
   */
  const slackTools = (): HandlerTools => ({
    call: async ({ method, path, query = {}, headers, body, rawBody }) => {
      const url = new URL(path.startsWith("/") ? `${urls.slack}/api${path}` : path);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const response = await fetch(url, {
        method,
        headers: { authorization: "Bearer xoxb-test", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(rawBody === undefined ? {} : { body: rawBody as BodyInit }),
      });
      expect([path, response.status]).toEqual([path, 200]);
      const text = await response.text();
      const data: unknown = text.startsWith("{") ? JSON.parse(text) : text;
      if (typeof data === "object") expect(data).toMatchObject({ ok: true });
      return { status: response.status, headers: {}, data };
    },
    readFile: () =>
      Promise.resolve({ name: "plan.pdf", mimetype: "application/pdf", bytes: Buffer.from([37, 80, 0, 255]) }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  });
  const upload = (args: Answer): Promise<Answer> =>
    (slackHandlers.uploadFile as ToolHandler)(args as Record<string, never>, slackTools());

  it("uploads a file and a text, and shares them in a channel and in a thread of it", async () => {
    const { file } = (await upload({ file: {}, channels: "#general", initial_comment: "The plan", title: "Plan" })) as {
      file: { id: string };
    };
    const details = (await tool("SLACK_RETRIEVE_DETAILED_INFORMATION_ABOUT_A_FILE", { file: file.id })) as {
      file: { url_private: string; channels: string[] };
    };
    expect(details).toMatchObject({ ok: true, file: { name: "plan.pdf", title: "Plan", size: 4 } });
    const download = await fetch(details.file.url_private, { headers: { authorization: "Bearer xoxb-test" } });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(Buffer.from([37, 80, 0, 255]));
    const [channel = ""] = details.file.channels;
    const messages = async (method: string, fields: Record<string, string>): Promise<Record<string, unknown>[]> => {
      const response = await fetch(`${urls.slack}/api/${method}`, {
        method: "POST",
        headers: { authorization: "Bearer xoxb-test" },
        body: new URLSearchParams({ channel, ...fields }),
      });
      return ((await response.json()) as { messages: Record<string, unknown>[] }).messages;
    };
    const [message] = await messages("conversations.history", {});
    expect(message).toMatchObject({ text: "The plan", files: [{ id: file.id }] });
    await upload({ content: "print(1)", filetype: "python", channels: channel, thread_ts: String(message?.ts) });
    const thread = await messages("conversations.replies", { ts: String(message?.ts) });
    expect(thread.at(-1)).toMatchObject({ files: [{ name: "file.python", size: 8 }] });
  });
});
