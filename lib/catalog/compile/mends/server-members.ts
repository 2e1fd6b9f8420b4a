/**
 * Members of a request that only the server writes, by their own words: many descriptions have a sentence about it
 * instead of `readOnly`.
 */
import type { ToolSchema } from "../../tool-schema";

const THING = "(?:field|property|attribute|parameter|value|member|flag)";
const SAYS_SO = [
  /^\W*(?:output|read)[ -]?only(?:\s*[.\]):;,–]|\s*$)/i,
  new RegExp(String.raw`^\W*(?:output|read)[ -]?only ${THING}\b`, "i"),
  /\[output[ -]only\]/i,
  /(?:^|[.!)\]]\s{1,3}|\n\W{0,3})(?:output|read)[ -]only\s*(?:[.;\])]|$)/i,
  new RegExp(
    String.raw`\b(?:this|the) (?:\w+ )?(?:${THING} )?is (?:a )?(?:read|output)[ -]only(?: ${THING})?\s*(?:[.;]|$)`,
    "i",
  ),
  new RegExp(String.raw`\bthis (?:is a )?read-only ${THING} (?:is )?(?:set|assigned|populated|generated) by\b`, "i"),
  /\bonly valid (?:for|in) responses\b/i,
  /\bserver writes it and ignores\b/i,
  // Google's name of the kind of a thing: `drive#label`.
  /^(?:this is )?always ["'`]{0,2}[a-z]{2,30}#[A-Za-z]{2,40}["'`]{0,2}\.?$/i,
  /\b(?:who|when|that) (?:created|last modified) this object\.?$|\bthis object was last modified\.?$/i,
  /; [A-Z]\w+ sets it\.?$/,
  /^Id of the user who (?:created|changed) it(?: last)?\.?$/,
  /\bignored (?:in|on|for) (?:all )?(?:requests?|inputs?|writes?)\s*(?:[.;,)]|$)/i,
];
/** A member can be read-only in one call only. */
const SOMETIMES = /\b(?:input[ -]only|except|unless|read[ -]?only (?:after|once|if|when|for|on|in))\b/i;

/** Whether the server writes this member and takes it from no caller, according to its description. */
export const isServerMember = ({ description = "" }: ToolSchema): boolean =>
  /only|ignore|always|this object|sets it|who (?:created|changed) it/i.test(description) &&
  !SOMETIMES.test(description) &&
  SAYS_SO.some((pattern) => pattern.test(description));

/** The names of an object's members that the server writes, without required members. */
export const serverMembers = ({ properties = {}, required = [] }: ToolSchema): string[] =>
  Object.entries(properties)
    .filter(([name, member]) => !required.includes(name) && isServerMember(member))
    .map(([name]) => name);
