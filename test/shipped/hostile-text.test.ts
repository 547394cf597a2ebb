import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectUnharmed, importHarmless } from "./harmless.ts";
import {
  hostileLine,
  hostileNames,
  hostilePieces,
  hostileText,
  markdown,
  wellFormed,
  yaml,
} from "./hostile-text.ts";
import { promptOf, Workplace } from "./workplace.ts";

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

const load = (text: string, path?: string) => importHarmless(workplace, text, path);
const runs = { numRuns: 60 };

/** White space at the ends, as the language trims it (Unicode White_Space). */
const trimmed = (text: string) =>
  text.replace(
    /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g,
    "",
  );

/** What JSON can carry to a prompt, in which no lone surrogate is text (ARG-35). */
const sendable = hostileText.map(wellFormed);

describe("hostile text goes through compile and run unchanged and harmless", () => {
  it("as name and description", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (name, description) => {
        const text = `---\nname: ${yaml(name)}\ndescription: ${yaml(description)}\npromptforge: 0\n---\n\n# T\n\n## S\n\n\`\`\`lua\nreturn sys.section_name\n\`\`\`\n`;
        const prompt = await load(text);
        expect(prompt.name).toBe(name);
        expect(prompt.description).toBe(description);
        expect(JSON.parse(JSON.stringify(prompt))).toMatchObject({ name });
        expect(await prompt.run()).toBe("S");
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as title and heading", async () => {
    await fc.assert(
      fc.asyncProperty(hostileLine, hostileLine, async (title, heading) => {
        const text = `---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# ${markdown(title)}\n\n\`\`\`lua\nvar.title = sys.section_name\n\`\`\`\n\n## First\n\n\`\`\`lua\nlocal ok, failure = pcall(call, "## ")\nlocal _, missing = pcall(call, "## ?")\nlocal name = missing.message:match("available sections: ## (.*)$")\njump("## " .. name)\n\`\`\`\n\n## ${markdown(heading)}\n\n\`\`\`lua\nif args == "fail" then error("failed") end\nreturn var.title .. "\\n" .. sys.section_name\n\`\`\`\n`;
        const [wantedTitle, wanted] = [title, heading].map((line) => trimmed(wellFormed(line)));
        const prompt = await load(text);
        expect(await prompt.run()).toBe(`${wantedTitle}\n${wanted}`);
        const failure = await prompt.start("fail").outcome;
        expect(failure).toMatchObject({
          status: "failed",
          error: { section: wanted, message: expect.stringContaining(`section \`${wanted}\` prologue:`) },
        });
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as argument string, and from there into prose, var and an error", async () => {
    const prompt = await load(
      promptOf(
        'var.given = args\npcall(log, args)\nif prose ~= args then return "differs" end\nlocal ok, caught = pcall(error, args, 0)\nreturn caught',
        {
          prose: "{{ args }}\n\n",
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostileText, async (given) => {
        const logged: string[] = [];
        const onEvent = (event: { kind: string; message?: string }) => {
          if (event.kind === "lua") logged.push(event.message!);
        };
        expect(await prompt.run(given, { onEvent })).toBe(wellFormed(given));
        // A log line holds no control characters or line ends (LOG-02); anything else arrives as it is.
        if (!/[\p{Cc}\u2028\u2029]/u.test(given)) expect(logged).toEqual([wellFormed(given)]);
      }),
      { numRuns: 300 },
    );
    expectUnharmed();
  });

  it("as keys and values of a JSON argument", async () => {
    const prompt = await load(
      promptOf(
        'local key = argv.key\nvar[key] = argv.data[key]\nlocal copy = { [key] = var[key] }\nif copy[key] ~= prose then return "differs " .. tostring(copy[key]) end\nreturn copy[key] .. "|" .. tostring(argv.data.toString) .. tostring(argv.constructor)',
        { head: "args: { key: { type: string } }\n", prose: "{{ argv.value }}\n\n" },
      ),
    );
    const own = (key: string, value: string) => `{${JSON.stringify(key)}: ${JSON.stringify(value)}}`;
    const keys = fc.oneof(fc.constantFrom(...hostileNames), sendable).filter((key) => key !== "toString");
    await fc.assert(
      fc.asyncProperty(keys, sendable, async (key, value) => {
        const input = `{"key": ${JSON.stringify(key)}, "value": ${JSON.stringify(value)}, "data": ${own(key, value)}}`;
        expect(await prompt.run(input)).toBe(`${value}|nilnil`);
      }),
      { numRuns: 300 },
    );
    expectUnharmed();
  });

  it("as keys that JavaScript objects have anyway, in argv, var, ui and placeholders", async () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "then", "prototype"];
    const prose = names.map((name) => `{{ argv.${name}.polluted }} {{ var.${name} }}`).join("\n");
    const lua = `local out = {}
for _, name in ipairs({ ${names.map((name) => `"${name}"`).join(", ")} }) do
  out[#out + 1] = tostring(var[name]) .. tostring(_G[name]) .. tostring(({})[name]) .. tostring(string[name])
  var[name] = name
  out[#out + 1] = ui()[name].polluted
end
${names.map((name) => `out[#out + 1] = tostring(argv["${name}"].polluted)`).join("\n")}
return table.concat(out, ",") .. "\\n" .. prose`;
    const data = `{${names.map((name) => `"${name}": {"polluted": "yes"}`).join(", ")}}`;
    const prompt = await load(promptOf(lua, { head: "args: {}\n", prose: `${prose}\n\n` }));
    const expected = [...names.flatMap(() => ["nilnilnilnil", "yes"]), ...names.map(() => "yes")].join(",");
    const lines = names.map((name) => `yes ${name}`).join("\n");
    expect(await prompt.run(data, { ui: JSON.parse(data) })).toBe(`${expected}\n${lines}`);
    expectUnharmed();
  });

  it("as names, descriptions and defaults of arguments", async () => {
    const name = fc.oneof(
      fc.constantFrom(...hostileNames.filter((word) => /^[A-Za-z][\w-]{0,63}$/.test(word))),
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/),
    );
    await fc.assert(
      fc.asyncProperty(name, hostileText, hostileText, async (key, description, initial) => {
        const head = `args:\n  ${key}: { type: string, description: ${yaml(description)}, default: ${yaml(initial)} }\n`;
        const prompt = await load(
          promptOf(`return argv["${key}"] .. prose`, { head, prose: `{{ argv.${key} }}\n\n` }),
        );
        expect(prompt.contract.args.declarations).toEqual([
          { name: key, type: "string", optional: false, description, default: initial },
        ]);
        const sent = wellFormed(initial);
        expect(await prompt.run(JSON.stringify({ [key]: sent }))).toBe(sent + sent);
        const { properties } = prompt.args["~standard"].jsonSchema.input({ target: "draft-07" }) as {
          properties: object;
        };
        expect(Object.entries(properties)).toEqual([
          [key, { type: "string", description, default: initial }],
        ]);
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as items of a list section", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileLine, { minLength: 1, maxLength: 4 }), async (items) => {
        const list = items.map((item) => `- x${markdown(item)}`);
        const text = `---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# T\n\n## S\n\n\`\`\`lua\nreturn table.concat(list_from_section("## L"), "\\n")\n\`\`\`\n\n## L\n\n${list.join("\n")}\n`;
        const expected = list.map((item) => trimmed(wellFormed(item)).slice(2));
        expect(await (await load(text)).run()).toBe(expected.join("\n"));
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as prose", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileLine, { minLength: 1, maxLength: 3 }), async (lines) => {
        const wanted = lines.map((line) => `x ${line}`).join("\n");
        const prose = wanted.replace(/[\\{}]/g, "\\$&");
        const prompt = await load(promptOf("return prose", { prose: `${prose}\n\n` }));
        expect(await prompt.run()).toBe(trimmed(wellFormed(wanted)));
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as store paths and contents", async () => {
    const prompt = await load(
      promptOf(
        'store.write(argv.path, argv.text)\nif not store.exists(argv.path) then return "lost" end\nreturn store.read(store.glob("**")[1])',
        { head: "args: {}\n" },
      ),
    );
    const path = fc
      .constantFrom(...hostilePieces, ...hostileNames)
      .filter((piece) => !/[/\\\p{Cc}]/u.test(piece));
    await fc.assert(
      fc.asyncProperty(path.map(wellFormed), sendable, async (where, content) => {
        expect(await prompt.run(JSON.stringify({ path: where, text: content }))).toBe(content);
      }),
      runs,
    );
    expectUnharmed();
  });

  it("as the name of the file", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (path) => {
        const prompt = await load(promptOf("local x = nil + 1"), path);
        const outcome = await prompt.start().outcome;
        const file = path.replace(/^.*[/\\]/, "");
        expect(outcome).toMatchObject({ error: { stack: expect.stringContaining(`(${file}:12)`) } });
      }),
      runs,
    );
    expectUnharmed();
  });
});
