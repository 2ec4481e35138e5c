import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { formatCompact, formatDuration, formatNumber, formatShare, modelName } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { TimeChart } from '../../ui/time-chart.js';
import type { Interval } from '../../ui/time-series.js';
import { feedbackStatisticsQuery, interactionStatisticsQuery } from './queries.js';
import type { HomeRange } from './range.js';
import { figureSeries, groupedSeries } from './series.js';
import styles from './home.module.css';

interface ChartsProps {
  readonly project: string;
  readonly range: HomeRange;
  readonly interval: Interval;
}

/** Figures over time. */
export function Charts({ project, range, interval }: ChartsProps) {
  const byModel = useQuery({
    ...interactionStatisticsQuery(project, range, interval, 'model'),
    placeholderData: keepPreviousData,
  });
  const whole = useQuery({
    ...interactionStatisticsQuery(project, range, interval, null),
    placeholderData: keepPreviousData,
  });
  const feedback = useQuery({
    ...feedbackStatisticsQuery(project, range, interval),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>
        <Chart query={byModel}>{(data) => <Traffic statistics={data} />}</Chart>
      </div>
      <Chart query={whole}>{(data) => <FirstToken statistics={data} />}</Chart>
      <Chart query={whole}>{(data) => <Tokens statistics={data} />}</Chart>
      <Chart query={whole}>{(data) => <Errors statistics={data} {...{ project, range }} />}</Chart>
      <Chart query={feedback}>{(data) => <Feedback statistics={data} />}</Chart>
    </div>
  );
}

interface ChartProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  readonly children: (data: T) => React.ReactNode;
}

function Chart<T>({ query: { data, error, refetch }, children }: ChartProps<T>) {
  return (
    <Panel>
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Loading lines={6} />}
      {data === undefined && <ErrorNote error={error} onRetry={() => void refetch()} />}
    </Panel>
  );
}

interface StatisticsProps {
  readonly statistics: Schemas['InteractionStatistics'];
}

function Traffic({ statistics }: StatisticsProps) {
  return (
    <TimeChart
      title="Interactions"
      figure={formatNumber(statistics.total.count)}
      data={groupedSeries(
        statistics,
        ({ count }) => count,
        (model) => modelName(model) ?? 'No model',
      )}
      interval={statistics.interval}
      kind="bars"
      format={formatCompact}
      empty="No interactions in this time."
    />
  );
}

function FirstToken({ statistics }: StatisticsProps) {
  const { first_token_ms: total } = statistics.total;
  return (
    <TimeChart
      title="Time to first token"
      figure={total === null ? undefined : `p50 ${formatDuration(total.p50)}, p95 ${formatDuration(total.p95)}`}
      data={figureSeries(
        statistics,
        {
          p50: ({ first_token_ms: times }) => times?.p50 ?? null,
          p95: ({ first_token_ms: times }) => times?.p95 ?? null,
        },
        null,
      )}
      interval={statistics.interval}
      kind="lines"
      format={formatDuration}
      empty="No answer was timed in this time."
    />
  );
}

function Tokens({ statistics }: StatisticsProps) {
  const { prompt_tokens: prompt, completion_tokens: answer } = statistics.total;
  return (
    <TimeChart
      title="Tokens"
      figure={formatCompact(prompt + answer)}
      data={figureSeries(
        statistics,
        { Prompt: ({ prompt_tokens: tokens }) => tokens, Answer: ({ completion_tokens: tokens }) => tokens },
        0,
      )}
      interval={statistics.interval}
      kind="bars"
      format={formatCompact}
      empty="No tokens were counted in this time."
    />
  );
}

/** Errors over time; their number leads to the interactions that failed. */
function Errors({ statistics, project, range }: StatisticsProps & Pick<ChartsProps, 'project' | 'range'>) {
  const { count, errors } = statistics.total;
  const failed = (
    <Link to="/$project/interactions" params={{ project }} search={{ finish_reason: 'error', range }}>
      {formatNumber(errors)} ({formatShare(errors / count)})
    </Link>
  );
  return (
    <TimeChart
      title="Errors"
      figure={errors === 0 ? undefined : failed}
      data={figureSeries(statistics, { Errors: ({ errors: failed }) => failed }, 0)}
      interval={statistics.interval}
      kind="bars"
      isBad
      format={formatCompact}
      empty="No errors in this time."
    />
  );
}

function Feedback({ statistics }: { readonly statistics: Schemas['FeedbackStatistics'] }) {
  const { count, comparisons } = statistics.total;
  return (
    <TimeChart
      title="Feedback"
      figure={formatNumber(count + comparisons)}
      data={groupedSeries(
        statistics,
        (entry) => entry.count + entry.comparisons,
        (metric) => metric ?? 'Deleted metric',
      )}
      interval={statistics.interval}
      kind="bars"
      format={formatCompact}
      empty="No feedback in this time."
    />
  );
}
