import type { Artifact, Dataset, Recipe } from '@earshot/client';
import { sizeOf } from './table.js';

/** Describes a file for people: a dataset with its rows and the errors of its lines, another file with its id. */
export function summaryOf(file: Dataset | Recipe | Artifact): string {
  const size = sizeOf(file.size);
  if (!('rows' in file)) return `${'key' in file ? file.key : file.name}: ${size}, id ${file.id}`;
  const problems = file.errors.map(({ line, message }) => `  line ${line}: ${message}`);
  return [`${file.key}: ${file.status}, ${file.rows} rows, ${size}`, ...problems].join('\n');
}
