/* Options by the kind of their command, for the fallback table. */

import type { Json, JsonObject } from "../../json";
import type { Option } from "../../wire/messages";

export interface Group {
  readonly type: string;
  /** Commands that are sent as they stand. */
  readonly plain: readonly Option[];
  /** Commands whose fields are to be filled. */
  readonly templates: readonly Option[];
}

export function grouped(options: readonly Option[]): Group[] {
  const types = [...new Set(options.map(({ command }) => String(command.type)))];
  return types.map((type) => {
    const ofType = options.filter(({ command }) => command.type === type);
    return {
      type,
      plain: ofType.filter(({ fields }) => Object.keys(fields).length === 0),
      templates: ofType.filter(({ fields }) => Object.keys(fields).length > 0),
    };
  });
}

/** What tells one command from the others of its kind. */
export function argumentsOf(command: JsonObject): JsonObject {
  const { type: _type, ...rest } = command;
  return rest;
}

/** A command with some of its fields filled otherwise; `type` stays. */
export function withFields(command: JsonObject, fields: Readonly<Record<string, Json>>): JsonObject {
  return { ...command, ...fields, type: command.type ?? null };
}
