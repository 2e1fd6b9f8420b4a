/** Starts the product once for the whole run and makes an owner, a project and a key in it. */
import { startProduct } from "./product";
import { provision } from "./provision";
import { RUN_VARIABLE } from "./run";

export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  try {
    const account = await provision(product, { email: "owner@example.com", project: "default" });
    process.env[RUN_VARIABLE] = JSON.stringify({ ...account, url: product.url, dataDir: product.dataDir });
  } catch (error) {
    await product.stop();
    throw error;
  }
  return () => product.stop();
}
