/** The effect of a verb depends on its object and on the request: the rules behind `effectOf`. Pure. */
import { SURE, graver, lookUp, words, type Effect } from "./effects";
import { boundaryOf, wordsOf, type Evidence, type HttpMethod, type Verb } from "./find-verb";

/** Adding one of these changes the object to which it belongs; adding anything else creates it. */
const MEMBERS = words(
  `member members collaborator collaborators assignee assignees reviewer reviewers participant participants follower
  followers watcher watchers owner owners permission permissions favorite favorites star reaction reactions student
  students teacher teachers label labels tag tags`,
);
/** Adding one of these also changes an object, if the name contains the object to which it is added. */
const ADDED_TO = words(
  `user users people person team teams group groups role roles topic topics contact contacts
  track tracks repository repositories category categories product products video videos recipient recipients
  subscriber subscribers`,
);
/** Adding something to one of these makes it a member. */
const CONTAINERS = words(
  `list group team role organization workspace channel collection segment audience playlist campaign sequence automation
  wishlist favorites class album portfolio`,
);
/** Things whose added members are new. */
const WHOLES = words("organization organisation account platform");
/** Adding one of these always creates it. */
const CREATED_THINGS = words(
  `new emoji stickers backgrounds webhook comment comments note notes attachment attachments link links message messages
  file files photo row rows column columns field fields reply document documents`,
);
/** Names for an addition that creates nothing new. */
const JOINS = words("link assign associate connect put bind mark");
/** Things that are created when they start; all others exist before. */
const STARTED = words(
  `session transaction conversation migration import export scan build deployment upload batch report analysis job run
  test trial crawl call chat meeting entry verification operation workflow browser query screenshot`,
);
/** Verbs that leave the thing itself there, though the request is a DELETE. */
const SOFT_DELETE = words(
  `disable deactivate unblock unlock unmute unhide unban unarchive unsuspend reopen mark resume stop undo confirm
  complete regenerate hide replace unpublish unfreeze unresolve restore enable conceal`,
);
/** Verbs by which a PUT or PATCH does not count as a change. */
const PUT_READS = words("list check preview parse");
const PUT_MAKES = words("create send resend upload import retry append submit provision copy reply forgot");

/** "Add a comment" creates a comment; "add a user to a group" changes the group. */
function addedEffect(object: readonly string[], method: HttpMethod): Effect {
  const end = boundaryOf(object);
  const near = end === -1 ? object : object.slice(0, end);
  if (near.some((word) => CREATED_THINGS.has(word))) return "create";
  if (near.some((word) => MEMBERS.has(word))) return "update";
  if (!/^(to|for)$/.test(object[end] ?? "")) return method === "PUT" ? "update" : "create";
  const isMember = near.some((word) => ADDED_TO.has(word)) || object.slice(end).some((word) => CONTAINERS.has(word));
  return isMember || method === "PUT" ? "update" : "create";
}

function addEffect({ object }: Verb, method: HttpMethod, opening: Verb | undefined): Effect {
  if (method === "PATCH") return "update";
  if (opening?.verb === "create") return "create";
  if (opening && JOINS.has(opening.verb)) return "update";
  const effect = addedEffect(object, method);
  const mayBeMember = opening?.verb === "add" && !opening.object.some((word) => WHOLES.has(word));
  return effect === "create" && mayBeMember && !object.some((word) => CREATED_THINGS.has(word))
    ? addedEffect(opening.object, method)
    : effect;
}

/** Verbs of reading that change an existing object. */
function checkEffect({ verb, object }: Verb, opening: Verb | undefined, path: string): Effect | undefined {
  const has = (pattern: RegExp): boolean => object.some((word) => pattern.test(word));
  const isAnswered = opening?.effect === "read" && opening.verb !== verb;
  switch (verb) {
    case "verify":
      return isAnswered || /token|signature|\bmac|jwt/i.test(`${object.join(" ")} ${path}`) ? "read" : "update";
    case "convert":
      // A file is converted into an answer; an existing object is changed.
      if (has(/^tokens?$/)) return "create";
      return /\{|convertTo/.test(path) && !isAnswered ? "update" : undefined;
    case "annotate":
      return /\}[:/]annotate$/.test(path) ? "update" : undefined;
    case "test":
    case "ping":
      return has(/hook|campaign|notification|email/) ? "create" : undefined;
  }
  return undefined;
}

/** Verbs that their objects decide. */
function effectByObject(
  { verb, object, effect, isCommand }: Verb,
  opening: Verb | undefined,
  path: string,
): Effect | undefined {
  const has = (pattern: RegExp): boolean => object.some((word) => pattern.test(word));
  const isDestroying = (word: string): boolean => SURE.get(word) === "destroy";
  switch (verb) {
    case "run":
    case "execute":
    case "submit":
      if (has(/^(sql|mutation|statement)$/)) return "other";
      return verb !== "submit" && has(/^(query|report)$/) ? "read" : undefined;
    case "regenerate":
    case "rotate":
      return has(/^(keys?|tokens?|secrets?)$/) ? "destroy" : undefined;
    case "start":
      return object.some((word) => STARTED.has(word)) ? "create" : undefined;
    case "publish":
      return has(/^(messages?|notification|events?|article|push)$/) ? "create" : undefined;
    case "close":
      return has(/^(sessions?|connections?)$/) ? "destroy" : undefined;
    case "transfer":
      // A transfer is made; a thing is transferred.
      return isCommand || /\}\/transfer\b/.test(path) ? "update" : undefined;
    case "schedule":
      return /\}\/.*\w/.test(path) ? "update" : undefined;
    case "export":
      return "create";
    case "save":
      // One thing is created when saved; several replace the existing things.
      return has(/^(multiple|several|many|all)$/) ? "update" : "create";
    case "request":
      return graver("create", lookUp(object.find((word) => (SURE.get(word) ?? "read") !== "read")));
  }
  // Answers of models are nothing new at the provider.
  if (verb === "create" && /\b(completions?|embeddings?|moderations?|transcriptions?)$/.test(object.join(" ")))
    return "read";
  if (/^(create|insert)$/.test(verb) && opening?.verb === "add" && MEMBERS.has(wordsOf(path).at(-1) ?? ""))
    return "update";
  // "Create a job that deletes" deletes.
  return effect === "create" && has(/^(jobs?|tasks?)$/) && object.some(isDestroying) ? "destroy" : undefined;
}

/** Whether a DELETE leaves the thing itself there. */
export const isSoft = ({ slug, name, path, told: descriptionVerb }: Evidence): boolean =>
  [slug, name].some((verb) => verb?.leads && verb.weight > 2.5 && SOFT_DELETE.has(verb.verb)) &&
  ![slug, name, path, descriptionVerb].some((verb) => verb?.effect === "destroy");

/** The effect of a call that is neither GET nor DELETE. */
export function writeEffect(
  { slug, path: action, opening }: Evidence,
  best: Verb,
  method: HttpMethod,
  path: string,
): Effect {
  // A path that deletes decides, whatever the name of the call; only a thing that is created can have such a name.
  const isMade = slug?.effect === "create" && slug.isCommand;
  if (action?.leads && SURE.get(action.verb) === "destroy" && !isMade) return "destroy";
  const { verb, effect } = best;
  const special = checkEffect(best, opening, path) ?? effectByObject(best, opening, path);
  const isPost = method === "POST";
  if (special && (isPost || special === "destroy" || special === "other")) return special;
  if (special === "create" && method === "PUT" && verb === "start") return special;
  if (verb === "add" && effect === "create") return addEffect(best, method, opening);
  if (isPost || effect === "destroy" || effect === "update") return effect;
  if (!best.leads || best.weight < 2.6) return "update";
  if (effect === "read") return SURE.has(verb) || PUT_READS.has(verb) ? "read" : "update";
  return PUT_MAKES.has(verb) ? "create" : "update";
}
