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
import { completionNotFound } from '../values/values.errors.js';

/** One of the two completions, once it is known what it is. */
export interface Side {
  readonly completionId: string;
  readonly sessionId: string;
  readonly modelId: string | null;
  /** `{project}/{model}`; empty for none. */
  readonly model: string;
  /** What is to be recorded of it; null: it is on record. */
  readonly text: string | null;
}

/** What is compared, checked. */
export interface Compared {
  readonly projectId: string;
  readonly preferred: Side;
  readonly other: Side;
}

/** Finds the model that a text is said to be of, with its name, `{project}/{model}`. */
export type FindModel = (projectId: string, name: string) => Promise<{ model: Model; name: string } | undefined>;

const sides = ['preferred', 'other'] as const;
const paramOf = (side: (typeof sides)[number]) => `${side}_completion`;

/**
 * What a request compares, if it may be compared.
 *
 * @throws AppError `completion_not_found`, `same_completion`, `completions_of_two_projects`, `project_required`, `prompts_differ`,
 * `model_not_found`
 */
export async function comparedIn(
  request: RecordComparison,
  known: Found<Reference>,
  find: FindModel,
): Promise<Compared> {
  refuseSame(request);
  const references = sides.map((side) => referenceOf(request, side, known));
  const projectId = projectOf(request, references);
  refuseDifferentPrompts(request, references);
  const [preferred, other] = await Promise.all(
    sides.map(async (side, index): Promise<Side> => {
      const reference = references[index];
      if (reference === undefined) return ofText(request, side, projectId, find);
      const { completionId, sessionId, modelId, model } = reference;
      return { completionId, sessionId, modelId, model, text: null };
    }),
  );
  return { projectId, preferred: preferred as Side, other: other as Side };
}

function refuseSame({ preferred, other }: RecordComparison): void {
  const sameText = preferred.text !== null && preferred.text === other.text && preferred.model === other.model;
  if (sameText || preferred.completion_id === other.completion_id) throw sameCompletion();
}

/** undefined for a text. */
function referenceOf(request: RecordComparison, side: (typeof sides)[number], { found, failure }: Found<Reference>) {
  const { completion_id, text } = request[side];
  if (text !== null) return undefined;
  const reference = found.get(completion_id);
  if (reference === undefined && failure) throw failure;
  if (reference === undefined || (request.project_id ?? reference.projectId) !== reference.projectId) {
    throw completionNotFound(completion_id, paramOf(side));
  }
  return reference;
}

function projectOf({ project_id }: RecordComparison, references: readonly (Reference | undefined)[]): string {
  const projects = new Set(references.flatMap((reference) => reference?.projectId ?? []));
  if (projects.size > 1) throw completionsOfTwoProjects();
  const [projectId = project_id] = projects;
  if (projectId === null) throw projectRequired();
  return projectId;
}

/** Of a text, the prompt is what the request says; of two that are on record the request's messages say nothing. */
function refuseDifferentPrompts({ prompt }: RecordComparison, references: readonly (Reference | undefined)[]): void {
  const [preferred, other] = references.map((reference) => reference?.promptHash ?? prompt?.hash);
  if (preferred !== other) throw promptsDiffer(references.includes(undefined) ? 'messages' : 'other_completion');
}

async function ofText(
  request: RecordComparison,
  side: (typeof sides)[number],
  projectId: string,
  find: FindModel,
): Promise<Side> {
  const { completion_id: completionId, text, model: name } = request[side];
  const found = await find(projectId, name ?? '');
  if (found === undefined) throw modelNotFound(name ?? '', `${paramOf(side)}.model`);
  return { completionId, sessionId: request.session_id, modelId: found.model.id, model: found.name, text };
}

/** The same, with what it throws on purpose given back. */
export async function comparedOrRefused(...args: Parameters<typeof comparedIn>): Promise<Compared | AppError> {
  try {
    return await comparedIn(...args);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
