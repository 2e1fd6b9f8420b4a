/** Google Meet's tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = async (name: string, args: Record<string, unknown>): Promise<HandlerRequest | undefined> => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: {} });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  await handlers[name]?.(args as Record<string, never>, tools);
  return requests[0];
};

describe("Google Meet", () => {
  it.each(["spaces/x1", "x1", "/spaces/x1"])("names a space by %s", async (space_name) => {
    expect((await run("getSpace", { space_name }))?.path).toBe("/spaces/x1");
  });

  it.each([
    ["endConference", { space_name: "spaces/x" }, { method: "POST", path: "/spaces/x:endActiveConference" }],
    [
      "updateSpace",
      { name: "x", access_type: "OPEN" },
      {
        method: "PATCH",
        path: "/spaces/x",
        query: { updateMask: "config.accessType" },
        body: { config: { accessType: "OPEN" } },
      },
    ],
    [
      "updateSpace",
      { name: "x", config: { moderation: "ON" }, access_type: "OPEN" },
      {
        query: { updateMask: "config.moderation,config.accessType" },
        body: { config: { moderation: "ON", accessType: "OPEN" } },
      },
    ],
    [
      "updateSpace",
      { name: "x", config: { accessType: "OPEN" }, updateMask: "config.accessType,config.moderation" },
      { query: { updateMask: "config.accessType,config.moderation" }, body: { config: { accessType: "OPEN" } } },
    ],
    [
      "listRecordings",
      { conferenceRecord_id: "conferenceRecords/r1", page_size: 5 },
      { path: "/conferenceRecords/r1/recordings", query: { pageSize: 5 } },
    ],
    [
      "listSessions",
      { parent: "conferenceRecords/r1/participants/p1" },
      { path: "/conferenceRecords/r1/participants/p1/participantSessions" },
    ],
    [
      "getSession",
      { conference_record_id: "r1", participant_id: "p1", participant_session_id: "s1" },
      { path: "/conferenceRecords/r1/participants/p1/participantSessions/s1" },
    ],
    [
      "findConferences",
      { meeting_code: 'a"b', start_time: "2026-01-31T09:00:00Z" },
      {
        path: "/conferenceRecords",
        query: { filter: 'space.meeting_code = "a\\"b" AND start_time >= "2026-01-31T09:00:00Z"' },
      },
    ],
  ])("%s", async (name, args, request) => {
    expect(await run(name, args)).toMatchObject(request);
  });

  it.each([
    ["findConferences", {}, "not named"],
    ["updateSpace", { name: "x" }, "nothing to change"],
  ])("%s says what is missing", async (name, args, words) => {
    await expect(run(name, args)).rejects.toThrow(words);
  });
});
