import type { LuaError } from "../lua/error.ts";
import type { Region } from "../lua/region.ts";

/** The frames that an error has passed by now, else the fence that it was raised in. */
export function placeOf({ frames }: LuaError, region: Region | undefined): readonly (Region | number)[] {
  return frames.length > 0 || region === undefined ? frames : [region, 0];
}
