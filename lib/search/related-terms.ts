/** Words that mean the same where tools are asked for. Plain words here; they are stemmed when they are read. */
import { plainWords, termOf } from "./plain-words";

/** The effect of a call; separates a reading tool from a deleting tool. */
export type Effect = "read" | "create" | "update" | "remove" | "send";

/** Verbs by their effect. A verb can have more than one: "add" creates a record, or updates a list. */
const VERBS: Readonly<Record<Effect, string>> = {
  read:
    "list show get find search fetch retrieve read view look lookup see check query display pull browse " +
    "count return export download inspect describe track monitor compare review preview " +
    "summarize analyze enumerate grab identify locate discover scan lookup resolve watch",
  create:
    "create add make new insert open start write generate register post publish upload book schedule " +
    "put save file log draft issue launch provision spin build compose duplicate copy clone import " +
    "record set subscribe enroll invite store attach convert begin charge order",
  update:
    "update edit change modify set rename move mark assign archive restore enable disable close reopen merge " +
    "replace adjust correct fix approve accept reject turn pause resume reschedule " +
    "postpone shift unarchive toggle lock unlock complete finish resolve append label tag pin star transfer " +
    "reorder convert extend switch swap bump promote snooze reset add link publish mute unmute confirm",
  remove:
    "delete remove cancel revoke drop clear erase purge trash unsubscribe kick ban " +
    "detach uninstall wipe discard destroy empty unlink unassign unpublish withdraw retract void abort " +
    "block leave unfollow unstar untag stop refund deactivate disconnect terminate",
  send:
    "send reply answer respond message mail email forward text notify post share tell " +
    "write dm ping deliver submit broadcast announce call",
};

/** Groups of words that people use for each other, although some have little else in common. */
const GROUPS: readonly string[] = [
  "create add new make insert",
  "delete remove erase drop destroy trash discard",
  "cancel void abort",
  "list show all",
  "find search query lookup locate",
  "get fetch retrieve read view",
  "update edit modify change patch",
  "reply answer respond",
  "send deliver dispatch",
  "upload import attach",
  "download export",
  "invite add",
  "refund repay",
  "copy duplicate clone",
  "rename title",
  "archive hide",
  "start begin launch run trigger execute",
  "stop end halt terminate",
  "schedule book plan arrange",
  "assign delegate owner assignee",
  "close resolve complete finish done",
  "publish post",
  "share permission access grant",
  "enable activate",
  "disable deactivate",
  "merge combine",
  "mail email message inbox",
  "message chat dm text",
  "sms text message",
  "ticket issue task case bug",
  "task todo card item",
  "meeting event appointment call",
  "calendar agenda schedule event",
  "doc document page file",
  "page document article post",
  "sheet spreadsheet worksheet workbook",
  "row record entry line",
  "column field property",
  "table database",
  "repo repository project",
  "pr pull merge",
  "channel room conversation",
  "thread conversation discussion",
  "deal opportunity",
  "contact person lead subscriber people",
  "company organization account business",
  "customer client buyer user",
  "user member teammate people account profile",
  "team group workspace",
  "invoice bill",
  "payment charge transaction pay",
  "subscription plan membership",
  "product item merchandise",
  "order purchase",
  "price cost amount",
  "folder directory",
  "file attachment document",
  "photo image picture",
  "video clip movie recording",
  "song track music",
  "playlist album",
  "comment note remark feedback",
  "label tag category",
  "board project kanban",
  "sprint iteration",
  "column list stage status pipeline",
  "campaign newsletter blast",
  "audience list segment",
  "template boilerplate",
  "form survey questionnaire",
  "response submission answer entry",
  "webhook hook callback subscription",
  "token key credential secret",
  "deployment release build",
  "pipeline workflow build job",
  "branch ref",
  "commit change",
  "domain dns zone",
  "server instance droplet machine vm host",
  "log event audit",
  "alert incident alarm notification",
  "metric statistics stat analytics report insight",
  "dashboard report",
  "article post blog",
  "tweet post",
  "draw paint picture generate",
  "link url",
  "role permission",
  "address location place",
  "route direction walk drive ride",
  "quantity stock inventory",
  "employee staff worker",
  "holiday vacation leave pto",
  "candidate applicant",
  "job position vacancy opening",
  "signature sign envelope",
  "agent assistant bot",
  "scrape crawl extract",
  "translate translation",
  "transcribe transcript",
  "speech voice audio",
  "variable env environment",
  "reminder alert",
  "attendee guest participant invitee",
  "draft unsent",
  "availability busy slot freebusy",
  "balance fund",
  "coupon discount promotion promo",
  "shipping delivery shipment fulfillment parcel package",
  "review rating",
  "follower fan subscriber",
  "mention tag",
  "status state",
  "history log activity timeline",
  "version revision",
  "chart graph plot",
  "cell range value",
  "formula function",
  "filter view",
  "backup snapshot",
  "error exception bug crash",
];

/** Phrases in the words that tools use. The longest that fits is taken. */
const PHRASES: Readonly<Record<string, string>> = {
  "call off": "cancel delete",
  "get rid of": "delete",
  "throw away": "delete",
  "throw out": "delete",
  "take down": "delete",
  "take away": "remove",
  "take off": "remove",
  "kick out": "remove",
  "look up": "search find",
  "look for": "search find",
  "set up": "create",
  "spin up": "create",
  "put together": "create",
  "put up": "create",
  "write up": "create",
  "jot down": "create note",
  "sign up": "create register",
  "money back": "refund",
  "pay back": "refund",
  "turn on": "enable",
  "turn off": "disable",
  "switch on": "enable",
  "switch off": "disable",
  "shut down": "stop",
  "get back to": "reply",
  "write back": "reply",
  "pass on": "forward",
  "push back": "reschedule update",
  "move to": "move",
  "hand over": "transfer assign",
  "how many": "count list",
  "how much": "get",
  "what is": "get",
  "what are": "list",
  "which ones": "list",
  "who is": "get user",
  "who are": "list users",
  "who has": "list users",
  "give me": "get list",
  "show me": "list get",
  "pull up": "get",
  "pull request": "pull request",
  "bring up": "get",
  "check off": "complete",
  "tick off": "complete",
  "mark done": "complete",
  "as done": "complete",
  "wrap up": "complete",
  "out of office": "vacation responder",
  "auto reply": "vacation responder",
  "follow up": "reply",
  "reach out": "send message",
  "drop a line": "send message",
  "let know": "send message",
  "direct message": "direct message dm",
  "to do": "task",
  "to-do": "task",
  "e-mail": "email",
  "sign off": "approve",
  "roll back": "rollback revert",
  "go live": "publish",
  "put live": "publish",
  "log in": "login",
  "fill in": "update",
  "fill out": "submit",
  "add on": "add",
  "head count": "employees",
  "time off": "time off leave",
  "free time": "free busy",
  "opt out": "unsubscribe",
  "cross off": "complete",
  "fire off": "send",
  "hand in": "submit",
  "put off": "reschedule postpone",
  "bring back": "restore",
  "clear out": "delete",
};

const sets = <T>(entries: Iterable<readonly [string, T]>): ReadonlyMap<string, readonly T[]> => {
  const listsByKey = new Map<string, T[]>();
  for (const [key, value] of entries) {
    const list = listsByKey.get(key) ?? [];
    if (!list.includes(value)) listsByKey.set(key, [...list, value]);
  }
  return listsByKey;
};

const EFFECTS = sets(
  Object.entries(VERBS).flatMap(([effect, verbs]) =>
    plainWords(verbs).map((verb) => [termOf(verb), effect as Effect] as const),
  ),
);

const RELATED = sets(
  GROUPS.flatMap((group) => {
    const terms = [...new Set(plainWords(group).map(termOf))];
    return terms.flatMap((term) => terms.filter((other) => other !== term).map((other) => [term, other] as const));
  }),
);

/** What a verb wants done; empty for other words. */
export const effectsOf = (term: string): readonly Effect[] => EFFECTS.get(term) ?? [];

/** Terms with a related meaning. */
export const relatedTerms = (term: string): readonly string[] => RELATED.get(term) ?? [];

const PHRASE_WORDS = sets(
  Object.entries(PHRASES).map(([phrase, meaning]) => {
    const words = phrase.split(/[ -]/);
    return [words[0] ?? "", { words, meaning: meaning.split(" ") }] as const;
  }),
);

/** Puts the words that tools use in the place of phrases. Each word is looked at once. */
export function withoutPhrases(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; ) {
    const fitting = (PHRASE_WORDS.get(words[index] ?? "") ?? [])
      .filter((phrase) => phrase.words.every((word, offset) => words[index + offset] === word))
      .sort((a, b) => b.words.length - a.words.length)[0];
    result.push(...(fitting?.meaning ?? [words[index] ?? ""]));
    index += fitting?.words.length ?? 1;
  }
  return result;
}
