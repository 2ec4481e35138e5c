import { parseBody } from '@earshot/dto-common';
import {
  interactionFilterSchema,
  type InteractionFilterInput,
  type ListedInteraction,
} from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import { rejectSet } from '../absent-features.js';

/** Conditions of the client, of which all must hold. */
export interface FilterExpression {
  readonly and?: readonly FilterExpression[] | null;
  readonly timerange?: { readonly from: unknown; readonly to: unknown } | null;
  readonly model?: Choice | null;
  readonly label?: { readonly key: string; readonly value?: Choice | null } | null;
  readonly scores?: { readonly metric: string; readonly value?: Bounds | null } | null;
  readonly source?: string | null;
  readonly sessionId?: string | null;
  readonly createdBy?: Choice | null;
  readonly completionId?: string | null;
  readonly completion?: { readonly contains?: string | null } | null;
  readonly promptHash?: object | null;
}

interface Choice {
  readonly eq?: string | null;
  readonly in?: readonly string[] | null;
}

interface Bounds {
  readonly eq?: number | null;
  readonly gte?: number | null;
  readonly lte?: number | null;
}

type Test = (interaction: ListedInteraction) => boolean;

/** A filter as REST takes it, and what REST cannot express. */
export interface CompletionSearch {
  readonly filter: InteractionFilterInput;
  /** Tests of the interactions that the filter finds. */
  readonly tests: readonly Test[];
}

/** The source of an interaction, as the client names it. */
export function sourceOf({ source }: Pick<ListedInteraction, 'source'>): 'LIVE' | 'OFFLINE' {
  return source === 'served' ? 'LIVE' : 'OFFLINE';
}

/**
 * Converts the conditions of the client.
 *
 * @param modelName returns the name `{project}/{model}` of a model of the project.
 * @throws AppError `invalid_field`, `graphql_not_available`
 */
export function searchOf(expression: FilterExpression, modelName: (idOrKey: string) => string): CompletionSearch {
  const conditions = new Conditions(modelName);
  conditions.add(expression);
  const filter = parseBody(interactionFilterSchema, { ...conditions.fields, label: conditions.labels });
  return { filter, tests: conditions.tests };
}

/** Collects conditions. */
class Conditions {
  readonly fields: Record<string, unknown> = {};
  readonly labels: string[] = [];
  readonly tests: Test[] = [];

  constructor(private readonly modelName: (idOrKey: string) => string) {}

  add(expression: FilterExpression): void {
    const { timerange, scores, source, sessionId, completionId, completion, promptHash } = expression;
    rejectSet({ promptHash: [promptHash, 'filter by the hash of a prompt'] });
    for (const one of expression.and ?? []) this.add(one);
    if (timerange != null) {
      this.#set('created_after', timerange.from);
      this.#set('created_before', timerange.to);
    }
    this.#set('session_id', sessionId);
    this.#set('text', completion?.contains);
    this.#set('user', single(expression.createdBy, 'createdBy'));
    this.#addModels(choices(expression.model));
    if (expression.label != null) this.#addLabel(expression.label.key, choices(expression.label.value));
    if (scores != null) this.#addScores(scores.metric, scores.value ?? {});
    if (source != null) this.tests.push((one) => sourceOf(one) === source);
    if (completionId != null) this.tests.push((one) => one.completion_id === completionId.toLowerCase());
  }

  #set(name: string, value: unknown): void {
    if (value === undefined || value === null) return;
    if (name in this.fields && this.fields[name] !== value)
      throw invalidRequest('invalid_field', `The filter has two conditions for '${name}'; expected one.`);
    this.fields[name] = value;
  }

  #addModels(models: readonly string[] | undefined): void {
    if (models === undefined) return;
    if (models.length === 1) return this.#set('model', models[0]);
    const names = new Set(models.map((model) => this.modelName(model)));
    this.tests.push(({ model }) => model !== null && names.has(model));
  }

  #addLabel(key: string, values: readonly string[] | undefined): void {
    if (values?.length === 1) this.labels.push(`${key}:${values[0]}`);
    else
      this.tests.push(({ labels }) => Object.hasOwn(labels, key) && (values?.includes(labels[key] as string) ?? true));
  }

  #addScores(metric: string, { eq, gte, lte }: Bounds): void {
    this.#set('metric', metric);
    this.#set('min', eq ?? gte);
    this.#set('max', eq ?? lte);
  }
}

function choices(choice: Choice | null | undefined): readonly string[] | undefined {
  if (choice == null) return undefined;
  return choice.eq == null ? (choice.in ?? undefined) : [choice.eq];
}

function single(choice: Choice | null | undefined, name: string): string | undefined {
  const [first, ...others] = choices(choice) ?? [];
  if (others.length === 0) return first;
  throw invalidRequest('invalid_field', `'${name}' has several values; expected one.`, { param: name });
}
