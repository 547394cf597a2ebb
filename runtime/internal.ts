/*
 * What emitted modules import, by file. Nothing here is for people: names come and go with `ABI`.
 */
export { argsShape } from "./args-shape.ts";
export { answersOf } from "./engine/answers.ts";
export { hostCall } from "./engine/call.ts";
export { installClaims } from "./engine/claims.ts";
export { hostJump } from "./engine/jump.ts";
export { library } from "./engine/library.ts";
export { ABI, defaultContract } from "./engine/module.ts";
export { installNumbers } from "./engine/numbers.ts";
export { openJournal } from "./engine/open-journal.ts";
export { pause } from "./engine/pause.ts";
export { prepare, prepareRoles } from "./engine/prepare.ts";
export { sectionVM } from "./engine/section-vm.ts";
export { loadShared } from "./engine/shared.ts";
export { refuseVersion } from "./engine/version.ts";
export { block, mainWalk } from "./engine/walk.ts";
export { hostArgs } from "./host/args.ts";
export { deriveArgv, installArgv } from "./host/argv.ts";
export { hostFanout } from "./host/fanout.ts";
export { hostItem } from "./host/item.ts";
export { hostListFromSection } from "./host/list.ts";
export { hostLog } from "./host/log.ts";
export { hostMessagesNew } from "./host/messages/new.ts";
export { hostCompactorsFail } from "./host/models/compactors.ts";
export { hostModelsDefault } from "./host/models/default.ts";
export { hostModelsGet } from "./host/models/get.ts";
export { hostModelsInfer } from "./host/models/infer.ts";
export { hostModelsLoop } from "./host/models/loop.ts";
export { bindRoles } from "./host/models/roles.ts";
export { hostModelsUse } from "./host/models/use.ts";
export { proseArgs } from "./host/prose/args.ts";
export { proseArgv } from "./host/prose/argv.ts";
export { proseFailure } from "./host/prose/failure.ts";
export { proseGlobal } from "./host/prose/global.ts";
export { proseItem } from "./host/prose/item.ts";
export { proseSys } from "./host/prose/sys.ts";
export { proseVar } from "./host/prose/var.ts";
export { installProse } from "./host/prose.ts";
export {
  hostStoreAppend,
  hostStoreDelete,
  hostStoreExists,
  hostStoreGlob,
  hostStoreRead,
  hostStoreReadNumbered,
  hostStoreStrReplace,
  hostStoreWrite,
} from "./host/store.ts";
export { installStoreAtLoad } from "./host/store-at-load.ts";
export { hostSys } from "./host/sys.ts";
export { hostToolsAllowTasks } from "./host/tasks/allow-tasks.ts";
export { tasksCancel } from "./host/tasks/cancel.ts";
export { tasksEvents } from "./host/tasks/events.ts";
export { tasksNote } from "./host/tasks/note.ts";
export { tasksPending } from "./host/tasks/pending.ts";
export { tasksReady } from "./host/tasks/ready.ts";
export { tasksSpawn } from "./host/tasks/spawn.ts";
export { tasksStatus } from "./host/tasks/status.ts";
export { tasksWhenAll, tasksWhenAny } from "./host/tasks/when.ts";
export { hostToolsAdd } from "./host/tools/add.ts";
export { hostToolsAddLocal } from "./host/tools/add-local.ts";
export { hostToolsAlways } from "./host/tools/always.ts";
export { hostToolsCall } from "./host/tools/call.ts";
export { hostToolsCalls } from "./host/tools/calls.ts";
export { bindTools } from "./host/tools/object.ts";
export { installToolScope } from "./host/tools/scope.ts";
export { hostUi, snapshotUi } from "./host/ui.ts";
export { hostUntrusted } from "./host/untrusted.ts";
export { hostUserInput } from "./host/user-input.ts";
export { hostVar } from "./host/var.ts";
export { add, div, idiv, mod, mul, pow, sub, unm } from "./lua/arithmetic.ts";
export { arithmeticSteps, unarySteps } from "./lua/arithmetic-steps.ts";
export { baseAssert } from "./lua/base/assert.ts";
export { baseError, raised } from "./lua/base/error.ts";
export { baseGetmetatable } from "./lua/base/getmetatable.ts";
export { baseIpairs } from "./lua/base/ipairs.ts";
export { baseNext } from "./lua/base/next.ts";
export { basePairs } from "./lua/base/pairs.ts";
export { basePcall } from "./lua/base/pcall.ts";
export { baseSelect, selectOne } from "./lua/base/select.ts";
export { baseSetmetatable } from "./lua/base/setmetatable.ts";
export { baseTonumber } from "./lua/base/tonumber.ts";
export { baseTostring } from "./lua/base/tostring.ts";
export { baseType } from "./lua/base/type.ts";
export { baseVersion } from "./lua/base/version.ts";
export { baseXpcall } from "./lua/base/xpcall.ts";
export { band, bnot, bor, bxor, shl, shr } from "./lua/bitwise.ts";
export {
  call,
  callAll,
  callable,
  callSteps,
  EMPTY,
  enter,
  first,
  list,
  Nested,
  result,
  settle,
  settleSteps,
  TailCall,
  tail,
} from "./lua/call.ts";
export { checkClosable, closeAfterErrorSteps, closeSteps } from "./lua/close.ts";
export { eq, eqSteps, ge, gt, le, leSteps, lt, ltSteps, rawEqual } from "./lua/compare.ts";
export { concat, concatSteps } from "./lua/concat.ts";
export {
  append,
  arrayTable,
  checkUndefined,
  listTable,
  put,
  rawSet,
  setField,
  takesField,
  varargTable,
} from "./lua/construct.ts";
export { argumentError, caught, fail, LuaError, runtimeError } from "./lua/error.ts";
export { installErrors } from "./lua/error-text.ts";
export { forLimit, forLoop, forValue } from "./lua/for.ts";
export { forIn, forWalk } from "./lua/for-in.ts";
export { refill, Stop, spend } from "./lua/fuel.ts";
export { increase } from "./lua/increase.ts";
export { index, indexSteps, method, setIndex, setIndexSteps } from "./lua/index.ts";
export { keyText } from "./lua/key-text.ts";
export { fit, giveBack, presize, presizeAppended } from "./lua/large-array.ts";
export { len, lenSteps } from "./lua/length.ts";
export { same } from "./lua/long-string.ts";
export { mathAbs } from "./lua/math/abs.ts";
export { mathAcos } from "./lua/math/acos.ts";
export { mathAsin } from "./lua/math/asin.ts";
export { mathAtan } from "./lua/math/atan.ts";
export { mathCeil } from "./lua/math/ceil.ts";
export { mathCos } from "./lua/math/cos.ts";
export { mathDeg } from "./lua/math/deg.ts";
export { mathExp } from "./lua/math/exp.ts";
export { mathFloor } from "./lua/math/floor.ts";
export { mathFmod } from "./lua/math/fmod.ts";
export { mathFrexp } from "./lua/math/frexp.ts";
export { mathHuge } from "./lua/math/huge.ts";
export { mathLdexp } from "./lua/math/ldexp.ts";
export { mathLog } from "./lua/math/log.ts";
export { mathMax } from "./lua/math/max.ts";
export { mathMaxinteger } from "./lua/math/maxinteger.ts";
export { mathMin } from "./lua/math/min.ts";
export { mathMininteger } from "./lua/math/mininteger.ts";
export { mathModf } from "./lua/math/modf.ts";
export { mathPi } from "./lua/math/pi.ts";
export { mathRad } from "./lua/math/rad.ts";
export { mathRandom } from "./lua/math/random.ts";
export { mathRandomseed } from "./lua/math/randomseed.ts";
export { mathSin } from "./lua/math/sin.ts";
export { mathSqrt } from "./lua/math/sqrt.ts";
export { mathTan } from "./lua/math/tan.ts";
export { mathTointeger } from "./lua/math/tointeger.ts";
export { mathType } from "./lua/math/type.ts";
export { mathUlt } from "./lua/math/ult.ts";
export { getMetamethod, getMetatable } from "./lua/metatable.ts";
export { next, pairsIterator } from "./lua/next.ts";
export { float, integer, LuaFloat, toDouble } from "./lua/number.ts";
export { numberText } from "./lua/number-text.ts";
export { productModulo } from "./lua/product-modulo.ts";
export { isProtected, unwound } from "./lua/protected-call.ts";
export { Region } from "./lua/region.ts";
export { runPlain, suspending } from "./lua/steps.ts";
export { stringByte } from "./lua/string/byte.ts";
export { stringChar } from "./lua/string/char.ts";
export { stringDump } from "./lua/string/dump.ts";
export { stringFind } from "./lua/string/find.ts";
export { stringFormat } from "./lua/string/format.ts";
export { stringGmatch } from "./lua/string/gmatch.ts";
export { stringGsub } from "./lua/string/gsub.ts";
export { stringLen } from "./lua/string/len.ts";
export { stringLower } from "./lua/string/lower.ts";
export { stringMatch } from "./lua/string/match.ts";
export { stringPack } from "./lua/string/pack.ts";
export { stringPacksize } from "./lua/string/packsize.ts";
export { stringRep } from "./lua/string/rep.ts";
export { stringReverse } from "./lua/string/reverse.ts";
export { stringSub } from "./lua/string/sub.ts";
export { stringUnpack } from "./lua/string/unpack.ts";
export { stringUpper } from "./lua/string/upper.ts";
export { tableConcat } from "./lua/table/concat.ts";
export { tableCreate } from "./lua/table/create.ts";
export { tableInsert } from "./lua/table/insert.ts";
export { tableMove } from "./lua/table/move.ts";
export { tablePack } from "./lua/table/pack.ts";
export { tableRemove } from "./lua/table/remove.ts";
export { tableSort } from "./lua/table/sort.ts";
export { tableUnpack } from "./lua/table/unpack.ts";
export { DYNAMIC, GlobalTable, LuaTable, shaped } from "./lua/table.ts";
export { set } from "./lua/table-write.ts";
export { stringToNumber, toInteger, toNumber } from "./lua/to-number.ts";
export { toText } from "./lua/to-text.ts";
export { Userdata } from "./lua/value.ts";
export { definePrompt } from "./prompt.ts";
export { bindNeededModels, bindNeededTools } from "./version-1/alias-globals.ts";
export { luaBlock } from "./version-1/block.ts";
export { installBudget } from "./version-1/budget.ts";
export { readClock } from "./version-1/clock.ts";
export { beginProse } from "./version-1/conversation.ts";
export { hostExecute } from "./version-1/execute.ts";
export { hostFanout1 } from "./version-1/fanout.ts";
export { interruption } from "./version-1/interruption.ts";
export { hostJump1 } from "./version-1/jump.ts";
export { loadLibrary } from "./version-1/library.ts";
export { hostListFromSection1 } from "./version-1/list.ts";
export { baseVersion1 } from "./version-1/lua-version.ts";
export { hostModelsInfer1 } from "./version-1/models/infer.ts";
export { hostModelsDefault1, hostModelsNeed } from "./version-1/models/need.ts";
export { hostModelsGet1, hostModelsUse1 } from "./version-1/models/use.ts";
export { installNumbers1 } from "./version-1/number-text.ts";
export { installOpaqueErrors } from "./version-1/opaque-error.ts";
export { prepareModelNeeds, prepareNeeds } from "./version-1/prepare.ts";
export { proseReply } from "./version-1/prose/reply.ts";
export { proseSys1 } from "./version-1/prose/sys.ts";
export { proseTurn } from "./version-1/prose-turn.ts";
export { installReply } from "./version-1/reply.ts";
export { hostSys1 } from "./version-1/sys.ts";
export { hostToolsCalls1 } from "./version-1/tools/calls.ts";
export { hostToolsNeed } from "./version-1/tools/need.ts";
export { hostToolsAdd1, hostToolsAddLocal1, hostToolsAlways1 } from "./version-1/tools/offer.ts";
export { installToolScope1 } from "./version-1/tools/scope.ts";
export { mainWalk1 } from "./version-1/walk.ts";
export { hostStoreWrite1 } from "./version-1/write-race.ts";
