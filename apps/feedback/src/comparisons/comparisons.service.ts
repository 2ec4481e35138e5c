import { Injectable } from '@nestjs/common';
import {
  comparisonRecorded,
  type ComparisonPage,
  type ComparisonRecorded,
  type ListComparisons,
  type RecordComparison,
} from '@earshot/contracts-feedback';
import { ModelDirectory, modelName, ProjectDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import { CampaignLedger } from '../campaigns/campaign-ledger.service.js';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';
import { MetricNames, type LockedMetric, type MetricOf } from '../metrics/metric-names.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import { ReferencesService } from '../references/references.service.js';
import { completionNotFound, metricNotFound } from '../values/values.errors.js';
import type { Answer, Asked } from '../values/values.service.js';
import { comparedOrRefused, type Compared } from './compared.js';
import { changesOf } from './comparison.js';
import { toRecorded, toReferences, toRow } from './comparison.mapper.js';
import { ComparisonsRepository } from './comparisons.repository.js';

/** A comparison that is to be recorded. */
interface Arriving {
  readonly row: ComparisonEntity;
  readonly event: ComparisonRecorded;
  readonly asked: Asked<RecordComparison>;
}

/** What a request compares, or why it is refused. */
type ComparedOf = ReadonlyMap<RecordComparison, Compared | AppError>;

/** The rules of comparisons: two different completions, of one prompt and one project. */
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
    private readonly campaigns: CampaignLedger,
    private readonly outbox: Outbox,
  ) {}

  /** What each request compares, or why not. Asked before the transaction: it may have to wait for events. */
  async compared(asked: readonly Asked<RecordComparison>[]): Promise<ComparedOf> {
    const ids = asked.flatMap(({ body }) =>
      [body.preferred, body.other].flatMap(({ completion_id, text }) => (text === null ? [completion_id] : [])),
    );
    const known = await this.references.completions(ids);
    const find = async (projectId: string, name: string) => {
      const project = await this.projects.require(projectId);
      const model = await this.models.findNamed(project, name);
      return model && { model, name: modelName(project, model) };
    };
    const entries = asked.map(
      async ({ body }) => [body, await comparedOrRefused(body, known, find)] as [RecordComparison, Compared | AppError],
    );
    return new Map(await Promise.all(entries));
  }

  /** Finds the metrics of these, and keeps them from others until the transaction ends. */
  lockMetrics(tx: Transaction, asked: readonly Asked<RecordComparison>[], compared: ComparedOf): Promise<MetricOf> {
    return this.metrics.lock(tx, asked, (body) => compared.get(body) as Compared | AppError);
  }

  /** Records comparisons: one answer for each. @param compared of {@link compared} @param metricOf of {@link lockMetrics} */
  async record(
    tx: Transaction,
    asked: readonly Asked<RecordComparison>[],
    compared: ComparedOf,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const createdAt = new Date();
    const arriving: Arriving[] = [];
    const onRecord = [...compared.values()].flatMap((what) => (what instanceof AppError ? [] : recordedSides(what)));
    const living = await this.referenceRows.living(tx, onRecord);
    const answers = asked.map((one): Answer => {
      const what = compared.get(one.body) as Compared | AppError;
      if (what instanceof AppError) return { error: what };
      const erased = recordedSides(what).find((side) => !living.has(subjectKey(side)));
      if (erased !== undefined) return { error: completionNotFound(erased.completionId, `${erased.side}_completion`) };
      const metric = metricOf({ projectId: what.projectId, name: one.body.metric });
      if (metric === undefined) return { error: metricNotFound(one.body.metric) };
      arriving.push(arrivingOf(one, what, metric, createdAt));
      return { ok: { id: one.body.id } };
    });
    await this.#write(tx, arriving);
    return answers;
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, request: ListComparisons): Promise<ComparisonPage> {
    const { project_id: projectId, metric_id: metricId, completion_id: completionId } = request;
    const { session_id: sessionId, user_id: userId, limit, cursor } = request;
    const filter = { projectId, metricId, completionId, sessionId, userId };
    const { rows, nextCursor } = await this.comparisons.page(tx, filter, { limit, cursor });
    const ids = rows.map((row) => row.metricId);
    const keys = await this.metricRows.keysOf(tx, ids);
    const data = rows.flatMap((row) => {
      const metric = keys.get(row.metricId);
      return metric === undefined ? [] : [toRecorded(row, metric.key)];
    });
    return { data, next_cursor: nextCursor };
  }

  async #write(tx: Transaction, arriving: readonly Arriving[]): Promise<void> {
    const rows = arriving.map(({ row }) => row);
    await this.referenceRows.add(
      tx,
      arriving.flatMap(({ event }) => toReferences(event)),
      false,
    );
    await this.comparisons.insert(tx, rows);
    await this.comparisons.summarise(
      tx,
      rows.flatMap((row) => changesOf(row, 1)),
    );
    await this.campaigns.countComparisons(tx, rows, 1);
    const events = arriving.map(({ event, asked }) => ({ event, call: asked.call }));
    await this.outbox.events(tx, comparisonRecorded, events);
  }
}

/** The completions of a comparison that it did not bring along. */
function recordedSides({ projectId, preferred, other }: Compared) {
  const both = [
    { side: 'preferred', projectId, ...preferred },
    { side: 'other', projectId, ...other },
  ];
  return both.filter(({ text }) => text === null);
}

function arrivingOf(
  asked: Asked<RecordComparison>,
  compared: Compared,
  metric: LockedMetric,
  createdAt: Date,
): Arriving {
  const row = toRow(asked.body, compared, metric.id, createdAt);
  const interactions = [compared.preferred, compared.other].flatMap(({ completionId, modelId, model, text }) => {
    const { prompt, session_id } = asked.body;
    if (text === null || modelId === null || prompt === null) return [];
    return [
      {
        completion_id: completionId,
        session_id,
        project_id: compared.projectId,
        model_id: modelId,
        model,
        user: asked.body.user_id,
        prompt_hash: prompt.hash,
        messages: prompt.messages,
        completion: text,
        created_at: createdAt.toISOString(),
      },
    ];
  });
  const event = { ...toRecorded(row, metric.key), project_id: compared.projectId, interactions };
  return { row, event, asked };
}
