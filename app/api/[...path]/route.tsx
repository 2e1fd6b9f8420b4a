/** Unknown API paths answer in the API's own words. */
import { unknownPath } from "@/lib/http/api-door/unknown-path";

const answer = async (request: Request) => unknownPath(request);

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
