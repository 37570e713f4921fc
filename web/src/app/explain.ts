/* A failure as a sentence: from the catalogue where it has one, else as the edge worded it. */

import { isObject } from "../json";
import { clockTime, day, sentence, t } from "../i18n/speak.svelte";
import { Refused, Unreachable } from "../wire/http";
import type { Refusal } from "../wire/messages";

export function explained(refusal: Refusal, game?: string): string {
  const values = Object.fromEntries(
    Object.entries(refusal.details).filter(
      (detail): detail is [string, string | number] => typeof detail[1] === "string" || typeof detail[1] === "number",
    ),
  );
  const wait = refusal.details.retry_after_ms;
  if (typeof wait === "number") values.seconds = Math.max(1, Math.ceil(wait / 1000));
  const until = refusal.details.until;
  if (refusal.code === "banned" && typeof until === "number")
    return t("banned.until", { until: `${day(until)}, ${clockTime(until)}`, reason: String(values.reason) });
  const ours = game === undefined ? null : sentence(`${game}.code.${refusal.code}`, values);
  return ours ?? sentence(`code.${refusal.code}`, values) ?? refusal.message;
}

/** For what a call to the edge threw; what is no failure of the edge is a fault of ours and thrown on. */
export function excuse(error: unknown): string {
  if (error instanceof Refused) return explained(error);
  if (error instanceof Unreachable) return t("error.unreachable");
  throw error;
}

export function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && typeof value.code === "string";
}
