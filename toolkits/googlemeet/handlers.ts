/** Google Meet tools: meeting spaces and the records of conferences, by names that callers may shorten. */
import type { HandlerCall, HandlerRequest, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { quotedText } from "@/lib/catalog/quoted-text";

/** Of texts in a filter (https://google.aip.dev/160). */
const QUOTE = '"';

type Values = Record<string, unknown>;
type Page = { page_size?: number; page_token?: string; filter?: string };

/** "spaces/x", "x" and a meeting code all name a space; slashes of a name stay (https://google.aip.dev/122). */
const nameOf = (collection: string, name: string | undefined): string =>
  `${collection}/${encodeURIComponent((name ?? "").trim().replace(new RegExp(`^/?${collection}/`), ""))}`;

const spacePath = (name: string | undefined): string => `/${nameOf("spaces", name)}`;
const recordPath = (name: string | undefined): string => `/${nameOf("conferenceRecords", name)}`;

const get = async (
  call: HandlerCall,
  path: string,
  query: NonNullable<HandlerRequest["query"]> = {},
): Promise<Values> => (await call({ method: "GET", path, query })).data as Values;

const pageOf = ({ page_size, page_token, filter }: Page): NonNullable<HandlerRequest["query"]> => ({
  pageSize: page_size,
  pageToken: page_token,
  filter,
});

/** A list below a conference record. */
const listOf =
  (collection: string): ToolHandler =>
  (args: Page & { conferenceRecord_id?: string }, { call }) =>
    get(call, `${recordPath(args.conferenceRecord_id)}/${collection}`, pageOf(args));

type Config = { access_type?: string; entry_point_access?: string };

const toConfig = ({ access_type, entry_point_access }: Config): Values => ({
  ...(access_type ? { accessType: access_type } : {}),
  ...(entry_point_access ? { entryPointAccess: entry_point_access } : {}),
});

const findConferences: ToolHandler = (
  args: Page & { space_name?: string; meeting_code?: string; start_time?: string; end_time?: string },
  { call, fail },
) => {
  if (!args.space_name && !args.meeting_code)
    return fail("The meeting room is not named. Give space_name or meeting_code.");
  const filter = [
    args.space_name
      ? `space.name = ${quotedText(nameOf("spaces", args.space_name), QUOTE)}`
      : `space.meeting_code = ${quotedText(args.meeting_code ?? "", QUOTE)}`,
    ...(args.start_time ? [`start_time >= ${quotedText(args.start_time, QUOTE)}`] : []),
    ...(args.end_time ? [`end_time <= ${quotedText(args.end_time, QUOTE)}`] : []),
  ].join(" AND ");
  return get(call, "/conferenceRecords", pageOf({ ...args, filter }));
};

type SpaceChange = Config & { name?: string; config?: Values; updateMask?: string };

const updateSpace: ToolHandler = async (args: SpaceChange, { call, fail }) => {
  const config = { ...args.config, ...toConfig(args) };
  const mask =
    args.updateMask ??
    Object.keys(config)
      .map((name) => `config.${name}`)
      .join(",");
  if (!mask) return fail("There is nothing to change. Give access_type or entry_point_access.");
  return (await call({ method: "PATCH", path: spacePath(args.name), query: { updateMask: mask }, body: { config } }))
    .data as Values;
};

export const handlers: ToolHandlers = {
  createSpace: async (args: Config, { call }) =>
    (await call({ method: "POST", path: "/spaces", body: { config: toConfig(args) } })).data as Values,
  getSpace: (args: { space_name?: string }, { call }) => get(call, spacePath(args.space_name)),
  updateSpace,
  endConference: async (args: { space_name?: string }, { call }) => {
    const path = spacePath(args.space_name);
    await call({ method: "POST", path: `${path}:endActiveConference`, body: {} });
    return { ended: true };
  },
  listConferences: (args: Page, { call }) => get(call, "/conferenceRecords", pageOf(args)),
  findConferences,
  getConference: (args: { conferenceRecord_id?: string }, { call }) => get(call, recordPath(args.conferenceRecord_id)),
  listRecordings: listOf("recordings"),
  listTranscripts: listOf("transcripts"),
  listParticipants: listOf("participants"),
  listTranscriptEntries: (args: Page & { conferenceRecord_id?: string; transcript_id?: string }, { call }) =>
    get(
      call,
      `${recordPath(args.conferenceRecord_id)}/transcripts/${encodeURIComponent(args.transcript_id ?? "")}/entries`,
      pageOf(args),
    ),
  listSessions: (args: Page & { parent?: string }, { call }) => {
    const [record, participant] = (args.parent ?? "").replace(/^conferenceRecords\//, "").split("/participants/");
    return get(
      call,
      `${recordPath(record)}/participants/${encodeURIComponent(participant ?? "")}/participantSessions`,
      pageOf(args),
    );
  },
  getSession: (
    args: { conference_record_id?: string; participant_id?: string; participant_session_id?: string },
    { call },
  ) =>
    get(
      call,
      `${recordPath(args.conference_record_id)}/participants/${encodeURIComponent(args.participant_id ?? "")}` +
        `/participantSessions/${encodeURIComponent(args.participant_session_id ?? "")}`,
    ),
};
