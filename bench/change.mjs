// A change of a figure between two runs, as a share: 0.1 is 10 % more.

/** A smaller change comes from the machine. */
const NOTABLE = 0.05;

export const isNotable = (change) => Math.abs(change) > NOTABLE;

/** Of what is counted for each second, more is better; of everything else, less is. */
export const isWorse = (name, change) => (/perSecond$/i.test(name) ? change < 0 : change > 0);

export const describeChange = (change) => `${change > 0 ? "+" : ""}${Math.round(change * 100)} %`;
