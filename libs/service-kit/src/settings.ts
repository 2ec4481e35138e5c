import { z } from 'zod';

/** One setting of a process: read from one environment variable. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Name of the environment variable. */
  readonly env: string;
  /** Takes the variable's text (undefined when unset or empty) and makes the value. */
  readonly schema: Schema;
  /** One line for whoever runs the process: meaning, unit, what is allowed. */
  readonly doc: string;
}

/** The settings of a process, by the name that its code uses. */
export type Settings = Readonly<Record<string, Setting>>;

/** The values that {@link loadSettings} makes of settings. */
export type Config<S extends Settings> = { readonly [Name in keyof S]: z.infer<S[Name]['schema']> };

/** The environment does not fit the settings; the message names every problem, and no value. */
export class SettingsError extends Error {}

/** Declares a setting. */
export function setting<Schema extends z.ZodType>(env: string, schema: Schema, doc: string): Setting<Schema> {
  return { env, schema, doc };
}

/**
 * Reads all settings at once.
 *
 * @throws SettingsError naming every variable that is missing or wrong and what is expected of it. Values are never
 * part of the message: they may be secrets.
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
    throw new SettingsError(`These settings are missing or wrong:\n${problems.join('\n')}`);
  }
  return Object.fromEntries(values) as Config<S>;
}

/** A whole number from text, within bounds. */
export function wholeNumber(min: number, max: number) {
  const expected = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}
