import type { RecordComparison } from '@earshot/contracts-feedback';
import type { Model } from '@earshot/contracts-inference';
import { AppError } from '@earshot/errors';
import type { Found, Reference } from '../references/reference.js';
import {
  completionsOfTwoProjects,
  modelNotFound,
  projectRequired,
  promptsDiffer,
  sameCompletion,
} from './comparisons.errors.js';
import { completionNotFound } from '../feedback/feedback.errors.js';

/** One of the two completions of a comparison. */
export interface Side {
  readonly completion_id: string;
  readonly session_id: string;
  readonly model_id: string | null;
  /** `{project}/{model}`; empty for none. */
  readonly model: string;
  /** Text to record; null for an existing completion. */
  readonly text: string | null;
}

/** A valid comparison. */
export interface Compared {
  readonly project_id: string;
  readonly preferred: Side;
  readonly other: Side;
}

/** Looks up the model of a text, with its name `{project}/{model}`. */
export type FindModel = (project_id: string, name: string) => Promise<{ model: Model; name: string } | undefined>;

const sides = ['preferred', 'other'] as const;
const paramOf = (side: (typeof sides)[number]) => `${side}_completion`;

/**
 * Validates a comparison.
 *
 * @throws AppError `completion_not_found`, `same_completion`, `completions_of_two_projects`, `project_required`,
 * `prompts_differ`, `model_not_found`
 */
export async function comparedIn(
  request: RecordComparison,
  known: Found<Reference>,
  find: FindModel,
): Promise<Compared> {
  rejectSame(request);
  const references = sides.map((side) => referenceOf(request, side, known));
  const project_id = projectOf(request, references);
  rejectDifferentPrompts(request, references);
  const [preferred, other] = await Promise.all(
    sides.map(async (side, index): Promise<Side> => {
      const reference = references[index];
      if (reference === undefined) return ofText(request, side, project_id, find);
      const { completion_id, session_id, model_id, model } = reference;
      return { completion_id, session_id, model_id, model, text: null };
    }),
  );
  return { project_id, preferred: preferred as Side, other: other as Side };
}

function rejectSame({ preferred, other }: RecordComparison): void {
  const sameText = preferred.text !== null && preferred.text === other.text && preferred.model === other.model;
  if (sameText || preferred.completion_id === other.completion_id) throw sameCompletion();
}

/** undefined for a text. */
function referenceOf(request: RecordComparison, side: (typeof sides)[number], { found, failure }: Found<Reference>) {
  const { completion_id, text } = request[side];
  if (text !== null) return undefined;
  const reference = found.get(completion_id);
  if (reference === undefined && failure) throw failure;
  if (reference === undefined || (request.project_id ?? reference.project_id) !== reference.project_id) {
    throw completionNotFound(completion_id, paramOf(side));
  }
  return reference;
}

function projectOf(request: RecordComparison, references: readonly (Reference | undefined)[]): string {
  const projects = new Set(references.flatMap((reference) => reference?.project_id ?? []));
  if (projects.size > 1) throw completionsOfTwoProjects();
  const [project_id = request.project_id] = projects;
  if (project_id === null) throw projectRequired();
  return project_id;
}

/** The prompt of a text is that of the request; for two existing completions the request's prompt is ignored. */
function rejectDifferentPrompts({ prompt }: RecordComparison, references: readonly (Reference | undefined)[]): void {
  const [preferred, other] = references.map((reference) => reference?.prompt_hash ?? prompt?.hash);
  if (preferred !== other) throw promptsDiffer(references.includes(undefined) ? 'messages' : 'other_completion');
}

async function ofText(
  request: RecordComparison,
  side: (typeof sides)[number],
  project_id: string,
  find: FindModel,
): Promise<Side> {
  const { completion_id, text, model: name } = request[side];
  const found = await find(project_id, name ?? '');
  if (found === undefined) throw modelNotFound(name ?? '', `${paramOf(side)}.model`);
  return { completion_id, session_id: request.session_id, model_id: found.model.id, model: found.name, text };
}

/** {@link comparedIn} that returns AppErrors instead of throwing them. */
export async function comparedOrError(...args: Parameters<typeof comparedIn>): Promise<Compared | AppError> {
  try {
    return await comparedIn(...args);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
