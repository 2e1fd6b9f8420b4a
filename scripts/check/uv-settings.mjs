// The settings of pip in the words of uv, which reads neither the files nor the variables of pip.

/** The variables of uv, each with the same option of pip. */
const VARIABLES = {
  "index-url": "UV_DEFAULT_INDEX",
  "extra-index-url": "UV_INDEX",
  "trusted-host": "UV_INSECURE_HOST",
  cert: "SSL_CERT_FILE",
};
/** Settings by which a user names the indexes of uv itself. */
const INDEX_VARIABLES = ["UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_INDEX", "UV_EXTRA_INDEX_URL", "UV_CONFIG_FILE"];
/** The sections that count for an installation; a later one wins. */
const SECTIONS = ["global", "install", ":env:"];

/** One line of `pip config list`: the section, the option, and the value as Python writes a string. */
const LINE = /^(:env:|[a-z]+)\.([a-z-]+)=(['"])(.*)\3$/gm;

/**
 * @param {string} list the output of `pip config list`
 * @param {Record<string, string | undefined>} env the environment, whose variables for uv win
 * @returns {Record<string, string>} variables to add for uv
 */
export function toUvSettings(list, env) {
  const lines = [...list.matchAll(LINE)].filter(([, section]) => SECTIONS.includes(section));
  lines.sort(([, a], [, b]) => SECTIONS.indexOf(a) - SECTIONS.indexOf(b));
  const settings = {};
  for (const [, , option, , value] of lines) {
    const variable = VARIABLES[option];
    // pip separates several values by spaces or line ends.
    if (variable)
      settings[variable] = value
        .split(/(?:\\n|\s)+/)
        .filter(Boolean)
        .join(" ");
  }
  const hasIndex = INDEX_VARIABLES.some((name) => env[name]);
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => !env[name] && !(hasIndex && INDEX_VARIABLES.includes(name))),
  );
}
