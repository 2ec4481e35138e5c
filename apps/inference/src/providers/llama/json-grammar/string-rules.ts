const date = `[12] [0-9]{3} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" [0-9] | "2" [0-8])`;
const time = `([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,3})? "Z"`;
const hex = '[0-9a-f]';

/** What a text of a format is written as, by the format's name in JSON Schema: such as are valid for certain, days after the 28th not among them. */
export const formats: Readonly<Record<string, string>> = {
  date: `"\\"" ${date} "\\""`,
  time: `"\\"" ${time} "\\""`,
  'date-time': `"\\"" ${date} "T" ${time} "\\""`,
  uuid: `"\\"" ${hex}{8} "-" ${hex}{4} "-" ${hex}{4} "-" ${hex}{4} "-" ${hex}{12} "\\""`,
};

/** A text of so many characters. @param most none for no limit */
export function stringOf(least: number, most: number | undefined): string {
  return `"\\"" char${times(least, most)} "\\""`;
}

/** How often something comes. */
export function times(least: number, most: number | undefined): string {
  if (least === 0 && most === undefined) return '*';
  return `{${least},${most ?? ''}}`;
}
