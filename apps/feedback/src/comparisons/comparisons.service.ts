import { Injectable } from '@nestjs/common';
import type { CallContext, Received } from '@earshot/contracts-core';
import {
  comparisonRecorded,
  type ComparisonPage,
  type ComparisonRecorded,
  type ListComparisons,
  type RecordComparison,
} from '@earshot/contracts-feedback';
import { ModelDirectory, modelName, ProjectDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { now, Outbox, type Transaction } from '@earshot/persistence';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { MetricNames, type LockedMetric, type MetricOf } from '../metrics/metric-names.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import { ReferencesService } from '../references/references.service.js';
import { completionNotFound } from '../feedback/feedback.errors.js';
import { metricNotFound } from '../metrics/metrics.errors.js';
import type { Answer } from '../feedback/feedback.service.js';
import { comparedOrError, type Compared } from './compared.js';
import { toRecorded, toReferences, toRow } from './comparison.mapper.js';
import { ComparisonsWriter } from './comparisons-writer.service.js';
import { ComparisonsRepository } from './comparisons.repository.js';

/** A comparison to record and publish. */
interface NewComparison {
  readonly row: ComparisonEntity;
  readonly event: ComparisonRecorded;
  readonly call: CallContext;
}

/** The two sides of each request, or its error. */
type ComparedOf = ReadonlyMap<RecordComparison, Compared | AppError>;

/** Records comparisons of two different completions of one prompt and one project. */
@Injectable()
export class ComparisonsService {
  constructor(
    private readonly references: ReferencesService,
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly metrics: MetricNames,
    private readonly metricRows: MetricsRepository,
    private readonly comparisons: ComparisonsRepository,
    private readonly referenceRows: ReferencesRepository,
    private readonly writer: ComparisonsWriter,
    private readonly outbox: Outbox,
  ) {}

  /** Looks up the two sides of requests. Call it before the transaction: it may wait for events. */
  async compared(requests: readonly Received<RecordComparison>[]): Promise<ComparedOf> {
    const ids = requests.flatMap(({ body }) =>
      [body.preferred, body.other].flatMap(({ completion_id, text }) => (text === null ? [completion_id] : [])),
    );
    const known = await this.references.completions(ids);
    const find = async (projectId: string, name: string) => {
      const project = await this.projects.require(projectId);
      const model = await this.models.findNamed(project, name);
      return model && { model, name: modelName(project, model) };
    };
    const entries = requests.map(
      async ({ body }) => [body, await comparedOrError(body, known, find)] as [RecordComparison, Compared | AppError],
    );
    return new Map(await Promise.all(entries));
  }

  /** Looks up and locks the metrics of requests. */
  lockMetrics(
    tx: Transaction,
    requests: readonly Received<RecordComparison>[],
    compared: ComparedOf,
  ): Promise<MetricOf> {
    return this.metrics.lock(tx, requests, (body) => compared.get(body) as Compared | AppError);
  }

  /**
   * Records comparisons; returns one answer for each request.
   * @param compared of {@link compared}
   * @param metricOf of {@link lockMetrics}
   */
  async record(
    tx: Transaction,
    requests: readonly Received<RecordComparison>[],
    compared: ComparedOf,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const created_at = now();
    const added: NewComparison[] = [];
    const onRecord = [...compared.values()].flatMap((sides) => (sides instanceof AppError ? [] : recordedSides(sides)));
    const living = await this.referenceRows.living(tx, onRecord);
    const answers = requests.map((one): Answer => {
      const sides = compared.get(one.body) as Compared | AppError;
      if (sides instanceof AppError) return { error: sides };
      const erased = recordedSides(sides).find((side) => !living.has(subjectKey(side)));
      if (erased !== undefined) return { error: completionNotFound(erased.completion_id, `${erased.side}_completion`) };
      const metric = metricOf({ project_id: sides.project_id, name: one.body.metric });
      if (metric === undefined) return { error: metricNotFound(one.body.metric) };
      added.push(newComparison(one, sides, metric, created_at));
      return { ok: { id: one.body.id } };
    });
    await this.#write(tx, added);
    return answers;
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, request: ListComparisons): Promise<ComparisonPage> {
    const { rows, nextCursor } = await this.comparisons.page(tx, request, request);
    const ids = rows.map((row) => row.metric_id);
    const keys = await this.metricRows.keysOf(tx, ids);
    const data = rows.flatMap((row) => {
      const metric = keys.get(row.metric_id);
      return metric === undefined ? [] : [toRecorded(row, metric.key)];
    });
    return { data, next_cursor: nextCursor };
  }

  async #write(tx: Transaction, added: readonly NewComparison[]): Promise<void> {
    const rows = added.map(({ row }) => row);
    await this.referenceRows.add(
      tx,
      added.flatMap(({ event }) => toReferences(event)),
      false,
    );
    await this.writer.add(tx, rows);
    await this.outbox.events(tx, comparisonRecorded, added);
  }
}

/** The sides of a comparison that are existing completions. */
function recordedSides({ project_id, preferred, other }: Compared) {
  const both = [
    { side: 'preferred', project_id, ...preferred },
    { side: 'other', project_id, ...other },
  ];
  return both.filter(({ text }) => text === null);
}

function newComparison(
  { body, call }: Received<RecordComparison>,
  compared: Compared,
  metric: LockedMetric,
  created_at: string,
): NewComparison {
  const row = toRow(body, compared, metric.id, created_at);
  const interactions = [compared.preferred, compared.other].flatMap(({ completion_id, model_id, model, text }) => {
    const { prompt, session_id } = body;
    if (text === null || model_id === null || prompt === null) return [];
    return [
      {
        completion_id,
        session_id,
        project_id: compared.project_id,
        model_id,
        model,
        user: body.user_id,
        prompt_hash: prompt.hash,
        messages: prompt.messages,
        completion: text,
        created_at,
      },
    ];
  });
  const event = { ...toRecorded(row, metric.key), project_id: compared.project_id, interactions };
  return { row, event, call };
}
