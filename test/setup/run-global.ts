/** Removes the temporary files that tests leave, when their run ends. */
import { useRunFolder } from "../../scripts/check/run-folder.mjs";

export default (): (() => void) => useRunFolder("patchbay-tests-");
