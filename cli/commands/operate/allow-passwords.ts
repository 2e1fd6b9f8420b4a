/** `patchbay allow-passwords`: ends that the organizations of an owner require single sign-on. */
import { definePersonCommand } from "../../operate/define-person-command";

export const allowPasswords = definePersonCommand({
  script: "scripts/allow-passwords.mjs",
  about: [
    "Members can sign in with a password or passkey again. For an organization whose provider fails, and whose owners " +
      "can't come in without it. The server can run or not.",
  ],
  person: "An owner of the organization",
  done: (email) => `The organizations of ${email} no longer require single sign-on.`,
});
