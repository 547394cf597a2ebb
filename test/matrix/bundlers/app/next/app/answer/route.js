import { answer } from "../../../answer.js";

export const dynamic = "force-dynamic";

export async function GET() {
  return Response.json(await answer());
}
