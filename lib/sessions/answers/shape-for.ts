/** How small the answer of a call in a session must be: as the call asks, else the session, else the project. */
import type { ResponseShape } from "@/lib/contract/response-shape";
import { toShape, type Shape } from "@/lib/execution/shaping/shape";
import type { MetaCaller } from "../meta-tools/meta-call";
import type { Session } from "../session";

/** @throws ApiError Unprocessable for fields of the call that are no paths */
export const shapeFor = (
  { settings }: MetaCaller,
  { config }: Session,
  wish: ResponseShape | null | undefined,
): Shape | undefined => toShape(wish ?? config.default_response ?? settings.defaultResponse);
