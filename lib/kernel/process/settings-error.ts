/** A setting has an invalid value; the message names each setting, the problem and the right form. */
export class SettingsError extends Error {}
