/** Constants of executions for pages, which do not load the contract. */

/** Messages for a provider without an answer, after its name and a colon, by the phase in which the request failed. */
export const NO_ANSWER = {
  refused: "the request was not sent",
  connect: "it could not be reached",
  timeout: "it did not answer in time",
  "too-large": "its answer is too large",
  aborted: "the caller went away",
  protocol: "the exchange broke off",
} as const;
