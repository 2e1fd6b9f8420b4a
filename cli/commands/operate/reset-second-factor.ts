/** `patchbay reset-second-factor`: turns off the two-step sign-in of a person who lost their app. */
import { definePersonCommand } from "../../operate/define-person-command";

export const resetSecondFactor = definePersonCommand({
  script: "scripts/reset-second-factor.mjs",
  about: [
    "The person signs in with the password alone, and can set up two-step sign-in again. Make sure that it is the " +
      "person who asks. The server can run or not.",
  ],
  person: "The person who lost the app and the recovery codes",
  done: (email) => `Two-step sign-in is off for ${email}.`,
});
