import { answer } from "../../../answer.js";

export const runtime = "edge";

export async function GET() {
  return Response.json(await answer());
}
