import { useQuery } from '@tanstack/react-query';
import { formatMean, formatNumber } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { Badge } from '../../ui/badge.js';
import { Table, type Column } from '../../ui/table.js';
import { colorOf } from '../../ui/series-color.js';
import { modelsQuery } from '../models/queries.js';
import { Bars } from '../resource/bars.js';
import { formatProbability } from './advice.js';
import styles from './campaigns.module.css';
import type { Campaign, Report, ReportedModel } from './queries.js';

/** The models of a report: which is probably the best, and all figures. */
export function ReportTable({
  project,
  campaign,
  report,
}: {
  readonly project: string;
  readonly campaign: Campaign;
  readonly report: Report;
}) {
  const { data: models } = useQuery(modelsQuery(project));
  const isDefault = (key: string) => models?.some((model) => model.key === key && model.default) ?? false;
  const name: Column<ReportedModel> = {
    id: 'model',
    header: 'Model',
    cell: ({ model }) => (
      <span className={styles.model}>
        <span
          className={styles.key}
          style={{ background: colorOf(report.models.findIndex((one) => one.model === model)) }}
          aria-hidden
        />
        <code>{model}</code>
        {campaign.winner === model && <Badge tone="good">winner</Badge>}
        {isDefault(model) && <Badge>default</Badge>}
      </span>
    ),
  };
  // A probability needs values of each model.
  const isKnown = report.models.every(({ count }) => count > 0);
  return (
    <>
      <Panel title="Probability to be the best">
        <Bars
          label="Probability to be the best"
          entries={report.models.map(({ model, probability_best: probability }) => ({
            id: model,
            label: <code>{model}</code>,
            share: isKnown ? probability : 0,
            value: isKnown ? formatProbability(probability) : '–',
          }))}
        />
      </Panel>
      <Table
        label="Models of the campaign"
        rows={report.models}
        keyOf={({ model }) => model}
        columns={[name, ...(report.feedback_type === 'preference' ? preferenceFigures : valueFigures)]}
      />
    </>
  );
}

const countOf = (header: string): Column<ReportedModel> => ({
  id: 'count',
  header,
  isNumber: true,
  cell: ({ count }) => formatNumber(count),
});

const estimates: readonly Column<ReportedModel>[] = [
  { id: 'mean', header: 'Mean', isNumber: true, cell: ({ mean }) => (mean === null ? '–' : formatMean(mean)) },
  {
    id: 'interval',
    header: '95% interval',
    isNumber: true,
    cell: ({ interval }) => (interval === null ? '–' : interval.map(formatMean).join(' to ')),
  },
];

const valueFigures = [countOf('Sessions'), ...estimates];

const preferenceFigures: readonly Column<ReportedModel>[] = [
  countOf('Pairs of sessions'),
  ...estimates,
  { id: 'wins', header: 'Wins', isNumber: true, cell: ({ wins = 0 }) => formatNumber(wins) },
  { id: 'losses', header: 'Losses', isNumber: true, cell: ({ losses = 0 }) => formatNumber(losses) },
  { id: 'ties', header: 'Ties', isNumber: true, cell: ({ ties = 0 }) => formatNumber(ties) },
  { id: 'strength', header: 'Strength', isNumber: true, cell: ({ strength = 1 }) => strength.toFixed(2) },
];
