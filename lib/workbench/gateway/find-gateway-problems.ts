/** Whether the gateway can be used, in the form of the machine's own self-test. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Problem } from "../host/packages";
import { askGateway, gatewaySettings, GatewayError } from "./ask-gateway";

/** No project asks. */
const NOBODY = "operator";

const URL_SETTING = "PATCHBAY_WORKBENCH_GATEWAY_URL";

/** The problems that keep the gateway from running code; empty if it works. Never fails. */
export async function findGatewayProblems(): Promise<Problem[]> {
  try {
    const { status, body } = await askGateway(NOBODY, "GET", "kernelspecs");
    if (status === 401 || status === 403)
      return [{ reason: `The gateway returned ${status}.`, fix: "Look at PATCHBAY_WORKBENCH_GATEWAY_TOKEN." }];
    const specs = isObject(body) && isObject(body.kernelspecs) ? body.kernelspecs : undefined;
    if (status >= 300 || !specs)
      return [{ reason: `What answers is no Jupyter gateway (${status}).`, fix: `Look at ${URL_SETTING}.` }];
    const { kernel } = gatewaySettings();
    if (Object.hasOwn(specs, kernel)) return [];
    return [
      {
        reason: `The gateway has no kernel ${kernel}.`,
        fix: `Set PATCHBAY_WORKBENCH_GATEWAY_KERNEL to one that it has: ${Object.keys(specs).slice(0, 20).join(", ")}.`,
      },
    ];
  } catch (error) {
    if (error instanceof GatewayError) return [{ reason: error.message, fix: `Look at ${URL_SETTING}.` }];
    throw error;
  }
}
