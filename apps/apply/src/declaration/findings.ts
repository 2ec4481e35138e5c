import { AppError } from '@earshot/errors';
import { parseBody, type Violation } from '@earshot/dto-common';
import type { z } from 'zod';
import { pathOf, type Path, type Problem } from './problem.js';
import type { YamlSource } from './yaml-source.js';

/** Collects the problems of a declaration, to report all of them at once. */
export class Findings {
  readonly problems: Problem[] = [];

  constructor(private readonly source: YamlSource) {}

  /** Adds a problem of the value at this path. */
  add(path: Path, message: string): void {
    this.problems.push({ position: this.source.positionOf(path), message: `${named(path)}${message}.` });
  }

  /** Parses a value; undefined if it does not match the schema, which adds problems. @param path of the value. */
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

/** The path as the interface names fields: `projects[0].models[1].key: `. */
function named(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? 'The file: ' : `${text.slice(1)}: `;
}
