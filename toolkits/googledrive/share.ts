/** Shares a file with several people, one after the other: Drive refuses changes of one file at the same time. */
import { attempt, type ToolHandler } from "@/lib/catalog/tool-handler";
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";

type ShareArguments = {
  file_id?: string;
  emails?: string[];
  role?: string;
  anyone_with_link?: boolean;
  notify?: boolean;
  message?: string;
};
type Permission = { id?: string; role?: string; type?: string };
type Grant = { who: string; body: Record<string, unknown>; query: Record<string, string | boolean | undefined> };

function grantsOf(args: ShareArguments): Grant[] {
  const role = args.role ?? "reader";
  const all = { supportsAllDrives: true };
  const notice = {
    sendNotificationEmail: args.notify ?? true,
    emailMessage: args.notify === false ? undefined : args.message,
  };
  const people = [...new Set((args.emails ?? []).map((email) => toAsciiAddress(email.trim())))];
  return [
    ...people.map((email) => ({
      who: email,
      body: { type: "user", role, emailAddress: email },
      query: { ...all, ...notice },
    })),
    ...(args.anyone_with_link
      ? [{ who: "anyone with the link", body: { type: "anyone", role, allowFileDiscovery: false }, query: all }]
      : []),
  ];
}

export const shareFile: ToolHandler = async (args: ShareArguments, { call, fail }) => {
  const grants = grantsOf(args);
  if (grants.length === 0) return fail("Nobody is named. Give emails, or set anyone_with_link.");
  const path = `/files/${encodeURIComponent(args.file_id ?? "")}`;
  const shared: { who: string; permission_id: string; role: string }[] = [];
  const failed: { who: string; problem: string }[] = [];
  for (const { who, body, query } of grants) {
    const result = await attempt(() => call({ method: "POST", path: `${path}/permissions`, query, body }));
    if (result.problem !== undefined) failed.push({ who, problem: result.problem });
    else {
      const { id = "", role = "" } = result.value.data as Permission;
      shared.push({ who, permission_id: id, role });
    }
  }
  if (shared.length === 0) return fail(failed[0]?.problem ?? "Nobody got access.");
  const file = await attempt(() =>
    call({ method: "GET", path, query: { fields: "name,webViewLink", supportsAllDrives: true } }),
  );
  const { name, webViewLink } = (file.problem === undefined ? file.value.data : {}) as Record<string, string>;
  return {
    shared,
    failed,
    is_complete: failed.length === 0,
    ...(name && { name }),
    ...(webViewLink && { link: webViewLink }),
  };
};
