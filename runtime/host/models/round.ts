import type { Run } from "../../engine/run-state.ts";
import type { SectionVM } from "../../engine/state.ts";
import { effect } from "../../engine/suspend.ts";
import type { OfferedTool } from "../../engine/tool-scope.ts";
import type { Value } from "../../lua/value.ts";
import type { ModelCompletion, ModelRequest, WireMessage } from "../../model.ts";
import type { EffectContext } from "../../options.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { thrownText } from "../thrown.ts";
import { type Completion, readCompletion, readRaw } from "./completion.ts";
import { malformedError, modelError } from "./failure.ts";
import { MalformedReply, type Reading, type Reply, readReply } from "./reply.ts";
import { reportRaw, reportReply } from "./report.ts";
import type { RunnableHandle } from "./section-model.ts";

/** What one round asks. */
export interface Round {
  readonly handle: RunnableHandle;
  /** Fresh data of the host's side: it becomes the model's own (HOST-M03). */
  readonly messages: readonly WireMessage[];
  readonly tools: readonly OfferedTool[];
  readonly origin: "infer" | "chat";
  /** How tool calls in the reply are read and reported. */
  readonly calls: {
    readonly read: Reading["readCalls"];
    readonly report: (vm: SectionVM, reply: Reply, model: string) => void;
  };
  /** True for a failure that the caller deals with: the round then gives undefined. */
  readonly overflows?: (cause: unknown) => boolean;
}

const LARGEST_REPLY = 16_777_216;

/** Asks a model once and waits for its reply, whose events are then reported (EVT-15); a failure is raised (HOST-M14, HOST-M20). */
export function* modelRound(vm: SectionVM, round: Round): Generator<unknown, Reply | undefined, Value> {
  const { entry, run, chain } = vm;
  const request = requestOf(round);
  let isAnswered = false;
  return yield* effect<ModelCompletion, Reply | undefined>(vm, {
    kind: "model",
    request,
    perform: (context) => {
      const tell = (fragment: string): void => {
        if (!isAnswered && context.signal?.aborted !== true) tellFragment(run, fragment, context);
      };
      const { model } = round.handle;
      return model.complete(round.origin === "chat" ? { ...request, onDelta: tell } : request, context);
    },
    settle: (given) => {
      isAnswered = true;
      const turn = (run.rounds?.get(chain.task) ?? 0) + 1;
      const cap = run.limits.maxResponseBytes ?? LARGEST_REPLY;
      const raw = run.options.debugCapture === true ? readRaw(given) : undefined;
      const answer = readAnswer(given, { readCalls: round.calls.read, cap, turn });
      if (raw !== undefined) reportRaw(vm, raw, answer.completion, turn);
      if ("problem" in answer) {
        run.emit("model_turn_failed", entry);
        throw malformedError(vm, answer.problem);
      }
      const { reply, completion } = answer;
      run.rounds ??= new Map();
      run.rounds.set(chain.task, turn);
      reportReply(vm, reply, completion, round.origin);
      if (reply.calls.length > 0) round.calls.report(vm, reply, completion.model ?? "");
      return reply;
    },
    refuse: (cause) => {
      isAnswered = true;
      run.emit("model_turn_failed", entry);
      if (round.overflows?.(cause) === true) return undefined;
      throw modelError(vm, cause);
    },
  });
}

/** What a model gave, or what is wrong with it: also what it throws when it is read. */
type Answer =
  | { readonly reply: Reply; readonly completion: Completion }
  | { readonly problem: string; readonly completion: Completion | undefined };

function readAnswer(given: unknown, reading: Reading): Answer {
  let completion: Completion | undefined;
  try {
    completion = readCompletion(given);
    const reply = readReply(completion, reading);
    return { reply, completion: completion! };
  } catch (thrown) {
    const problem = thrown instanceof MalformedReply ? thrown.detail : thrownText(thrown);
    return { problem, completion };
  }
}

function requestOf({ handle, messages, tools, origin }: Round): ModelRequest {
  const { label, modelId, thinking, sampling } = handle;
  return {
    role: decodeUtf8(label),
    modelId: decodeUtf8(modelId),
    messages,
    // What a tool's host gave as its schema stays its own.
    tools: JSON.parse(JSON.stringify(tools)) as readonly OfferedTool[],
    options: { ...sampling, ...(thinking !== undefined && { thinking }) },
    origin,
    stream: origin === "chat",
  };
}

/** A live fragment of a reply: for the host's listener, and for who follows the main walk (HOST-7). What is no text is ignored. */
function tellFragment(run: Run, fragment: string, context: EffectContext): void {
  if (typeof fragment !== "string") return;
  if (context.provenance.task === "0") {
    if (run.parts === run.events) run.parts = [...run.events];
    run.parts.push(fragment);
    run.wake();
  }
  run.tell(run.options.onDelta, fragment, context);
}
