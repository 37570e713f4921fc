import { numbers, twoDigits } from "../i18n/formats";

/** Minutes and seconds as a clock shows them: the last second shown is 0:01, at 0:00 the time is up. */
export function countdown(milliseconds: number, language: string): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const one = (value: number) => numbers(language).format(value);
  const two = (value: number) => twoDigits(language).format(value);
  return hours > 0 ? `${one(hours)}:${two(minutes)}:${two(seconds % 60)}` : `${one(minutes)}:${two(seconds % 60)}`;
}
