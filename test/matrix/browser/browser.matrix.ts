import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { visitOf } from "../edge/expected.ts";
import { bodyOf, STALLED } from "../edge/provider.ts";
import { DigestPage, startBrowser } from "./page.ts";

let browser: Browser;
let digest: DigestPage | undefined;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  const complaints = digest?.complaints;
  await digest?.close();
  digest = undefined;
  expect(complaints).toEqual([]);
});
afterAll(() => browser?.close());

/** Waits for the text of an element of the page. */
const shows = (id: string, text: string) =>
  expect.poll(() => digest!.page.textContent(`#${id}`), { timeout: 20_000 }).toBe(text);

it("a page runs a prompt, cancels one and goes on from its journal", async () => {
  digest = await DigestPage.open(browser, { 2: STALLED });
  const visited = await digest.page.evaluate("visit()");
  expect(visited).toEqual(visitOf(false));
  const { requests } = digest.provider;
  expect(requests.map(bodyOf).filter(({ stream }) => stream)).toHaveLength(3);
  // Two runs ask about three topics each; the one that goes on asks about none.
  expect(requests).toHaveLength(9);
});

it("a page shows the reply as it comes, and hangs up on the model when it is told to stop", async () => {
  digest = await DigestPage.open(browser, { 1: STALLED });
  const { page, provider } = digest;
  await page.click("#ask");
  await shows("reply", "Wet");
  expect(await page.textContent("#outcome")).toBe("");
  await page.click("#stop");
  await shows("outcome", "cancelled ");
  expect(await provider.requests.at(-1)!.closed).toEqual({ isWhole: false });
  await page.click("#ask");
  await shows("outcome", "completed Tides: Wet and dry");
  expect(await page.textContent("#reply")).toBe("Wet and dry");
});

it("an edited prompt takes the place of the old one in the page that is there", async () => {
  digest = await DigestPage.open(browser);
  const { page, provider, loaded } = digest;
  const asked = () => bodyOf(provider.requests.at(-1)!).messages[0]!.content;
  await page.click("#ask");
  await shows("outcome", "completed Tides: Wet and dry");
  expect(asked()).toBe("Sum up Tides.");
  const update = ["Outline", "Sing of"];
  let before = "Sum up {{";
  for (const [index, word] of update.entries()) {
    digest.edit(before, `${word} {{`);
    before = `${word} {{`;
    await shows("updates", String(index + 1));
    // What the page shows is still there.
    expect(await page.textContent("#reply")).toBe("Wet and dry");
    await page.click("#ask");
    await expect.poll(asked, { timeout: 20_000 }).toBe(`${word} Tides.`);
    await shows("outcome", "completed Tides: Wet and dry");
  }
  expect(loaded).toHaveLength(1);
});
