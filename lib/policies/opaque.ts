/** Contents that have no readable members: texts that are neither JSON nor a form, and bytes. */

/** A rule must look into a content that cannot be read. It counts as failed, which denies the call. */
export class CannotLook extends Error {}

/** The text with each `%41` replaced by its character; invalid sequences do not keep others from being decoded. */
export const percentDecoded = (text: string): string =>
  !text.includes("%")
    ? text
    : text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"));

/** `text`: absent for bytes, which no condition can look into. */
export class Opaque {
  constructor(readonly text?: string) {}

  /**
   * Visits the text as the only leaf, and once more without its percent-encoding.
   * @throws CannotLook for bytes, and for a change that only fits the decoded text
   */
  visited(visit: (leaf: unknown) => unknown): Opaque {
    const { text } = this;
    if (text === undefined) throw new CannotLook("Bytes have no text.");
    const changed = visit(text);
    const decoded = percentDecoded(text);
    if (decoded !== text && visit(decoded) !== decoded && changed === text)
      throw new CannotLook("The text is encoded.");
    return changed === text ? this : new Opaque(String(changed));
  }
}
