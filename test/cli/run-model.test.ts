import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/cli/command-line.ts";
import { modelSetting } from "../../src/cli/model-option.ts";

const URL = "http://127.0.0.1:1/v1";
const both = { PFC_BASE_URL: "https://default.example/v1", PFC_MODEL: "standard" };

describe("--model", () => {
  it.each([
    [`${URL}#small`, {}, [URL, "small", false]],
    [`${URL}#org/small#2`, both, [URL, "org/small#2", false]],
    [URL, both, [URL, "standard", false]],
    ["#small", both, [both.PFC_BASE_URL, "small", false]],
    ["small", both, [both.PFC_BASE_URL, "small", false]],
    ["#echo", both, [both.PFC_BASE_URL, "echo", false]],
    [undefined, both, [both.PFC_BASE_URL, "standard", true]],
  ])(
    "%j with the environment %j is the endpoint %j (KND-63)",
    (word, environment, [baseURL, model, isDefault]) => {
      expect(modelSetting(word, environment)).toEqual({ kind: "endpoint", baseURL, model, isDefault });
    },
  );

  it("is the echo model, or none", () => {
    expect(modelSetting("echo", both)).toEqual({ kind: "echo" });
    expect(modelSetting(undefined, {})).toBeUndefined();
    expect(modelSetting(undefined, { PFC_MODEL: "x" })).toBeUndefined();
    expect(modelSetting(undefined, { PFC_BASE_URL: URL, PFC_MODEL: "" })).toBeUndefined();
  });

  it.each([
    ["small", {}, "--model has no URL, and PFC_BASE_URL is not set"],
    ["#small", {}, "--model has no URL, and PFC_BASE_URL is not set"],
    [URL, {}, "--model has no id after `#`, and PFC_MODEL is not set"],
    [`${URL}#`, {}, "--model has no id after `#`, and PFC_MODEL is not set"],
    ["ftp://x.example#m", {}, "the URL of --model is no http or https URL"],
    ["http://#m", {}, "the URL of --model is no http or https URL"],
    ["#m", { PFC_BASE_URL: "localhost" }, "the URL of PFC_BASE_URL is no http or https URL"],
    [undefined, { PFC_BASE_URL: "x", PFC_MODEL: "m" }, "the URL of PFC_BASE_URL is no http or https URL"],
  ])("%j with the environment %j says what to write", (word, environment, message) => {
    const set = () => modelSetting(word, environment);
    expect(set).toThrow(UsageError);
    expect(set).toThrow(`${message}: write --model URL#id, such as`);
  });

  it("shows no password", () => {
    const set = () => modelSetting("https://me:secret@x.example/v1#m", {});
    expect(set).toThrow("the URL of --model has a user name or a password in it: set PFC_API_KEY instead");
    expect(set).not.toThrow(/secret/);
  });
});
