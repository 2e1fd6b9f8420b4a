// Walks through the packages of a lock file.

/** Where Node finds package `name` for the package at `place`: the nearest `node_modules` upwards. */
function placeOf(packages, name, place) {
  for (
    let currentPlace = place;
    ;
    currentPlace = currentPlace.slice(0, Math.max(currentPlace.lastIndexOf("/node_modules/"), 0))
  ) {
    const candidate = `${currentPlace && `${currentPlace}/`}node_modules/${name}`;
    if (packages[candidate] || currentPlace === "") return candidate;
  }
}

/** The names of the packages that npm installs together with a package. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * @param {Record<string, object>} packages `packages` of package-lock.json
 * @param {Iterable<string>} names packages at the top of `node_modules`
 * @returns {string[]} the places of these packages and of all that they need, each before those that it needs
 */
export function placesBelow(packages, names) {
  const places = new Set();
  const take = (place) => {
    if (places.has(place) || !packages[place]) return;
    places.add(place);
    for (const name of namesNeededBy(packages[place])) take(placeOf(packages, name, place));
  };
  for (const name of names) take(`node_modules/${name}`);
  return [...places];
}
