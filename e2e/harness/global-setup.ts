/**
 * Starts the product for the first time, keeps its data folder to be copied for whoever needs a new one, and makes an
 * owner, a project and a key in the product of the whole run.
 */
import { useRunFolder } from "../../scripts/check/run-folder.mjs";
import { emptyFolder, PREPARED_VARIABLE, startProduct } from "./product";
import { provision } from "./provision";
import { RUN_VARIABLE } from "./run";

export default async function globalSetup(): Promise<() => Promise<void>> {
  const removeFolder = useRunFolder("patchbay-e2e-run-");
  // Builds the pages in the form that all tests can use: one of them compares Next's answers of the API.
  const first = await startProduct({ PATCHBAY_FAST_DOOR: "off" }, { dataDir: emptyFolder() });
  await first.end();
  process.env[PREPARED_VARIABLE] = first.dataDir;
  const product = await startProduct();
  try {
    const account = await provision(product, { email: "owner@example.com", project: "default" });
    process.env[RUN_VARIABLE] = JSON.stringify({ ...account, url: product.url, dataDir: product.dataDir });
  } catch (error) {
    await product.stop();
    removeFolder();
    throw error;
  }
  return async () => {
    await product.stop();
    removeFolder();
  };
}
