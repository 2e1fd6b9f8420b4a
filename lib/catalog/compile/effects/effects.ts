/** The verbs that decide what a tool does: the table of `effectOf`. */

/** The effect of a call at the provider. `destroy`: something is deleted or stopped permanently. `other`: unknown. */
export const EFFECTS = ["read", "create", "update", "destroy", "other"] as const;
export type Effect = (typeof EFFECTS)[number];

type Verbs = {
  /** Words that are only verbs: they count at every position. */
  sure: string;
  /** Verbs that are nouns too (`upload`, `archive`): they count as the first word, or as the last. */
  edge: string;
  /** More often nouns (`order`, `report`), or weak: as the first or last word when nothing better is found. */
  loose: string;
};

const VERBS: Record<Exclude<Effect, "other">, Verbs> = {
  read: {
    sure: `get retrieve fetch find describe calculate validate autocomplete aggregate inspect introspect whois geocode
      summarize analyze analyse detect classify translate transcribe tokenize decode decrypt compare identify determine
      examine precheck mget`,
    edge: `list search lookup show read preview browse estimate recommend predict parse render moderate extract annotate
      synthesize visualize check discover explore evaluate infer poll enrich count query verify tells suggest
      encode hash encrypt convert wait cleanse download ask export`,
    loose: `view compute scan lint test ping peek head health status diff explain answer match filter quote stat stats
      statistics summary history preflight is has can are does tail returns exists`,
  },
  create: {
    sure: `create add insert append enqueue resend redeliver retry retrigger provision clone duplicate instantiate
      authenticate generate ingest redial spawn reinvite creation resubmit retest replay replicate impersonate
      rerequest`,
    edge: `upload send invite fork reply compose broadcast subscribe register submit import dispatch invoke execute
      trigger initiate launch mint purchase buy charge reserve login signin signup make begin notify dial acquire run
      rerun schedule book write install place record share comment forward exchange simulate license populate mirror
      claim forgot obtain`,
    loose: `new post copy request order call message mail email fax sms print checkout pay payment refund track log
      token session batch deploy build crawl issue train draft store snapshot backup watch transfer open react report`,
  },
  update: {
    sure: `update modify rename assign reassign enable disable activate deactivate unarchive approve unapprove reject
      upsert configure associate synchronize regenerate reorder reschedule toggle increment decrement undelete finalize
      enroll conceal publicize resolve unresolve acknowledge rollback migrate reactivate unblock unlock unmute pause
      unpause resume restart reboot unhide unpublish unsnooze reopen overwrite reprocess recalculate reindex unban
      unfreeze undo randomize undeprecate deallocate unsuspend promote demote suspend resize favorite favourite unreject
      unverify allocate dismiss defer rebuild recycle redeploy equip reroute fulfill initialize ack unack poweroff
      reimage accumulate redeem`,
    edge: `edit change set patch replace move archive accept decline merge attach connect sync refresh renew rotate
      extend restore recover transition confirm apply upgrade downgrade mute hide snooze adjust alter swap override
      bypass shuffle deprecate failover prepare authorize join put follow start stop close finish complete mark save
      star pin lock block ban freeze link bind grant allow deny turn wake reset press skip vote upvote downvote watch
      hold switch enter checkin publish flag redact shutdown commit repair boot protect restrict ignore refuse split
      correct reverse setup format`,
    loose: `tag label like release capture sort retire play process cut seek next previous power react open import
      order transfer review post signal return`,
  },
  destroy: {
    sure: `delete deleteall destroy remove erase purge wipe revoke uninstall unsubscribe unstar unfollow unlike unpin
      unassign unlink unmap unbind untag unlabel unset unregister deregister unshare unfavorite unfavourite unvote
      detach disconnect disassociate dissociate deauthorize deprovision decommission cancel terminate discard truncate
      kill evict invalidate logout signout kick abort prune expunge undeploy dequeue unwatch unschedule disenroll
      unenroll unmount leave cleanup hangup unpair unfriend uninvite unretweet revert deletion erasure`,
    edge: `void clear empty flush drop trash expire end withdraw reclaim`,
    loose: `recall`,
  },
};

/** A word that has two effects counts as the first of read, create, update and destroy. */
const tableOf = (side: keyof Verbs): ReadonlyMap<string, Effect> =>
  new Map(
    Object.entries(VERBS)
      .toReversed()
      .flatMap(([effect, verbs]) => verbs[side].split(/\s+/).map((word): [string, Effect] => [word, effect as Effect])),
  );

export const SURE = tableOf("sure");
export const EDGE = tableOf("edge");
export const LOOSE = tableOf("loose");

/** A list of words, written as text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that only look like a verb done again. */
const NO_AGAIN = words("research remark report release relation");

/** `untrash` and `reenable` are verbs as `trash` and `enable` are: undoing changes a thing, and so does doing again. */
export function sureOf(word: string): Effect | undefined {
  const effect = SURE.get(word);
  if (effect) return effect;
  const verb = word.slice(2);
  if (word.startsWith("un") && (SURE.has(verb) || EDGE.has(verb))) return "update";
  if (!word.startsWith("re") || EDGE.has(word) || LOOSE.has(word) || NO_AGAIN.has(word)) return undefined;
  const again = SURE.get(verb) ?? EDGE.get(verb);
  return again === "read" ? "update" : again;
}

export const lookUp = (word = ""): Effect | undefined => sureOf(word) ?? EDGE.get(word) ?? LOOSE.get(word);

/** The more dangerous effect of two verbs ("create or update"). */
export function graver(a: Effect, b: Effect | undefined): Effect {
  if (b === undefined || a === b) return a;
  if (a === "destroy" || b === "destroy") return "destroy";
  if (a === "update" || b === "update") return "update";
  return a === "read" ? b : a;
}
