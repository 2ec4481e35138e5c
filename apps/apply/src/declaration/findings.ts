import { AppError } from '@earshot/errors';
import { parseBody, type Violation } from '@earshot/dto-common';
import type { z } from 'zod';
import { pathOf } from './path.js';
import type { Problem } from './problem.js';
import type { Path, YamlSource } from './yaml-source.js';

/** Gathers everything that is wrong with a declaration, so that it is all told at once. */
export class Findings {
  readonly problems: Problem[] = [];

  constructor(private readonly source: YamlSource) {}

  /** Something is wrong with the value at this place. */
  add(path: Path, message: string): void {
    this.problems.push({ position: this.source.positionOf(path), message: `${named(path)}${message}.` });
  }

  /**
   * What the schema makes of a value; undefined, and noted, when it does not fit.
   *
   * @param path where the value stands in the file.
   */
  parse<Schema extends z.ZodType>(schema: Schema, value: unknown, path: Path): z.output<Schema> | undefined {
    try {
      return parseBody(schema, value);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { param, message } of error.details as Violation[]) this.add([...path, ...pathOf(param)], message);
      return undefined;
    }
  }
}

/** `projects[0].models[1].key: `, as the interface names fields; nothing for the whole file. */
function named(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? 'The file: ' : `${text.slice(1)}: `;
}
