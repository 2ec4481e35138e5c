/** Most models side by side. */
export const maxColumns = 4;

/** What the address of the playground holds. */
export interface PlaygroundSearch {
  /**
   * Keys of the models, separated by commas. Default: the project's default model, beside another one without `from`.
   */
  readonly models?: string;
  /** Key of the metric of preferences and feedback. */
  readonly metric?: string;
  /** Whether names are hidden until judged. Default: yes with two or more models. */
  readonly blind?: boolean;
  /** `own`: a system message of the caller is sent too. Default: `model`, or what the opened interaction has. */
  readonly system?: 'own' | 'model';
  /** Completion whose messages and parameters are opened. */
  readonly from?: string;
}

/** Reads the search of the address; what cannot be read is left out. */
export function validatePlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const { models, metric, blind, system, from } = search;
  return {
    ...(isText(models) && { models }),
    ...(isText(metric) && { metric }),
    ...(typeof blind === 'boolean' && { blind }),
    ...((system === 'own' || system === 'model') && { system }),
    ...(isText(from) && { from }),
  };
}

/**
 * Returns the keys of the models of the address, each once, that exist. Without any, the first model: the usual one, or
 * that of the opened interaction. A visit that opens nothing compares it with another one.
 */
export function modelsOf(search: PlaygroundSearch, known: readonly string[], usual: string | undefined): string[] {
  const named = [...new Set((search.models ?? '').split(','))].filter((key) => known.includes(key));
  if (named.length > 0) return named.slice(0, maxColumns);
  const ordered = usual === undefined ? known : [usual, ...known.filter((key) => key !== usual)];
  return ordered.slice(0, search.from === undefined ? 2 : 1);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
