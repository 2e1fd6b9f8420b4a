/** A key management service: it wraps the secret of this database by a key that never leaves the service. */
export type Kms = {
  /**
   * @returns the wrapped secret, a text that can be stored
   * @throws SettingsError in a sentence, if the service is away or refuses
   */
  wrap: (secret: string) => Promise<string>;
  /**
   * @param wrapped a text of `wrap`, also one of an earlier version of the key
   * @throws SettingsError in a sentence, if the service is away, refuses, or does not know the text
   */
  unwrap: (wrapped: string) => Promise<string>;
};
