/* How numbers, times and lists are written in a language. A formatter is slow to make and quick to use: each is made once. */

function oncePerLanguage<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

export const numbers = oncePerLanguage((language) => new Intl.NumberFormat(language));
/** 1453 is as likely a year as a sum: only what is longer is grouped. */
export const grouped = oncePerLanguage((language) => new Intl.NumberFormat(language, { useGrouping: "min2" }));
/** `+3`, `−3`. */
export const signedNumbers = oncePerLanguage((language) => new Intl.NumberFormat(language, { signDisplay: "exceptZero" }));
/** `05`. */
export const twoDigits = oncePerLanguage((language) => new Intl.NumberFormat(language, { minimumIntegerDigits: 2 }));
export const plurals = oncePerLanguage((language) => new Intl.PluralRules(language));
export const lists = oncePerLanguage((language) => new Intl.ListFormat(language, { type: "conjunction" }));
export const days = oncePerLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: "long" }));
export const clocks = oncePerLanguage(
  (language) => new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
