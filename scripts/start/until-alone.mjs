// The first process of the server ends after the others, which forward to it; a server of one process waits for nobody.

/**
 * @param {number} count processes of the server
 * @returns {{ untilAlone: Promise<void>, leaveAlone: () => void }} `untilAlone` resolves when the others have ended;
 *   with one process at once
 */
export function watchOthers(count) {
  let leaveAlone = () => {};
  const untilAlone = new Promise((resolve) => {
    leaveAlone = resolve;
  });
  if (count === 1) leaveAlone();
  return { untilAlone, leaveAlone };
}
