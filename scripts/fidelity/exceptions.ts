/**
 * Rejects that are not ours: where a description is at odds with itself or with its provider. They never count as
 * accepted.
 */

type Exception = { operation: RegExp; words: RegExp; reason: string };

const EXCEPTIONS: readonly Exception[] = [
  {
    operation: /^(POST|PATCH|PUT) \/(files|gmail)\b/,
    words: /^body: application\/json was sent, the operation takes (application\/octet-stream|message\/)/,
    reason: "Google lists the types of its upload address here; this address takes the metadata as JSON.",
  },
  {
    operation: /^POST \/oauth2\/revoke$/,
    words: /^body must have required property 'grant_type'$/,
    reason: "Box requires a member that its own schema does not have.",
  },
];

/** Why a reject is excused; undefined when it is not. */
export const exceptionFor = (operation: string, words: string): string | undefined =>
  EXCEPTIONS.find((one) => one.operation.test(operation) && one.words.test(words))?.reason;
