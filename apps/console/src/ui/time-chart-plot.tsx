import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { colorOf, type TimeChartProps } from './time-chart.js';
import { formatInterval, formatTick, type TimeSeries } from './time-series.js';
import styles from './time-chart.module.css';

type PlotProps = Pick<TimeChartProps, 'data' | 'interval' | 'kind' | 'format' | 'isBad'>;
type Point = Readonly<Record<string, number | string | null>>;

/** The plot of a chart, in the chunk of Recharts. */
export function TimeChartPlot({ data, interval, kind, format, isBad = false }: PlotProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={pointsOf(data)}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        syncId="time"
        accessibilityLayer={false}
        barCategoryGap="20%"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="time"
          tickFormatter={(time: string) => formatTick(time, interval, data.times.length)}
          tick={{ className: styles.tick, fill: 'var(--muted)' }}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={48}
          height={20}
        />
        <YAxis
          tickFormatter={format}
          tick={{ className: styles.tick, fill: 'var(--muted)' }}
          tickLine={false}
          axisLine={false}
          tickCount={4}
          width="auto"
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={kind === 'bars' ? { fill: 'var(--sunken)' } : { stroke: 'var(--line-strong)' }}
          content={(props: TooltipContentProps) => (
            <PlotTooltip {...props} data={data} interval={interval} kind={kind} format={format} isBad={isBad} />
          )}
        />
        {data.series.map(({ id }, index) =>
          kind === 'bars' ? (
            <Bar key={id} dataKey={`v${index}`} stackId="all" fill={colorOf(index, isBad)} isAnimationActive={false} />
          ) : (
            <Line
              key={id}
              dataKey={`v${index}`}
              type="linear"
              stroke={colorOf(index, isBad)}
              strokeWidth={1.5}
              dot={data.times.length <= 2}
              connectNulls
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function pointsOf({ times, series }: TimeSeries): Point[] {
  return times.map((time, at) => ({
    time,
    ...Object.fromEntries(series.map(({ values }, index) => [`v${index}`, values[at] ?? null])),
  }));
}

function PlotTooltip({ active, label, data, interval, format, isBad = false }: TooltipContentProps & PlotProps) {
  const at = data.times.indexOf(String(label));
  if (!active || at < 0) return null;
  return (
    <div className={styles.tooltip}>
      <p>{formatInterval(data.times[at] as string, interval)}</p>
      <dl>
        {data.series.map(({ id, label: name, values }, index) => {
          const value = values[at];
          if (value === null || value === undefined) return null;
          return (
            <div key={id}>
              <dt>
                <span className={styles.key} style={{ background: colorOf(index, isBad) }} />
                {name}
              </dt>
              <dd>{format(value)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
