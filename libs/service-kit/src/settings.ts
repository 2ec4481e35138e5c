import { z } from 'zod';

/** One setting, read from an environment variable. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Name of the environment variable. */
  readonly env: string;
  /** Parses the variable (undefined if unset or empty). */
  readonly schema: Schema;
  /** One line for operators: meaning, unit, range. */
  readonly doc: string;
}

/** The settings of a process, by name in the code. */
export type Settings = Readonly<Record<string, Setting>>;

/** The values that {@link loadSettings} returns. */
export type Config<S extends Settings> = { readonly [Name in keyof S]: z.infer<S[Name]['schema']> };

/** Invalid settings; the message names every problem but no value. */
export class SettingsError extends Error {}

/** Declares a setting. */
export function setting<Schema extends z.ZodType>(env: string, schema: Schema, doc: string): Setting<Schema> {
  return { env, schema, doc };
}

/**
 * Reads all settings at once.
 *
 * @throws SettingsError naming every missing or invalid variable and its expected form, but no values (secrets).
 */
export function loadSettings<S extends Settings>(settings: S, environment: NodeJS.ProcessEnv): Config<S> {
  const problems: string[] = [];
  const values = Object.entries(settings).map(([name, { env, schema, doc }]) => {
    const result = schema.safeParse(environment[env] || undefined);
    if (!result.success) {
      const why = environment[env] ? result.error.issues.map((issue) => issue.message).join('; ') : 'is not set';
      problems.push(`  ${env}: ${why}. ${doc}`);
    }
    return [name, result.data];
  });
  if (problems.length > 0) {
    throw new SettingsError(`These settings are missing or invalid:\n${problems.join('\n')}`);
  }
  return Object.fromEntries(values) as Config<S>;
}

/** Schema of a whole number within bounds. */
export function wholeNumber(min: number, max: number) {
  const expected = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}
