/** Makes an owner, a project and a key in a running product, as an operator without a browser does. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot, root } from "../../scripts/paths.mjs";
import { type Product, productEnvironment } from "./product";

export type Account = {
  url: string;
  email: string;
  password: string | null;
  org_id: string;
  project_id: string;
  api_key: string;
};

/** Runs `npm run -s provision` against the product; the password is null when the owner exists already. */
export async function provision(
  product: Pick<Product, "url" | "dataDir">,
  { email, project }: { email: string; project: string },
): Promise<Account> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inRoot("scripts/provision.mjs"), "--email", email, "--project", project],
    {
      cwd: root,
      env: productEnvironment(product.dataDir, Number(new URL(product.url).port)),
    },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Account;
}
