/** A poll whose list, ids or times are named by the config of its trigger. Pure. */
import type { Poll } from "./trigger-type";

type Config = Readonly<Record<string, unknown>>;

/** A way or a template with the config's own words in it; what the config leaves out is nothing. */
const configured = (text: string, config: Config): string =>
  text.replace(/\{config\.([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(config, name) ? config[name] : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";
  });

/** The poll as the config of a trigger has it. */
export const configuredPoll = (poll: Poll, config: Config): Poll => ({
  ...poll,
  items: Array.isArray(poll.items) ? poll.items.map((way) => configured(way, config)) : configured(poll.items, config),
  id: configured(poll.id, config),
});
