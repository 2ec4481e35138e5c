import { useState } from 'react';
import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack, LinePath } from '@visx/shape';
import { PlotCursor, PlotFrame, rangesOf, type PlotSize } from './plot-frame.js';
import { PlotTooltip, type TooltipEntry } from './plot-tooltip.js';
import { colorOf } from './series-color.js';
import type { TimeChartProps } from './time-chart.js';
import { formatInterval, formatTick, type TimeSeries } from './time-series.js';
import styles from './plot.module.css';

type PlotProps = Pick<TimeChartProps, 'data' | 'interval' | 'kind' | 'format' | 'isBad'>;

/** CSS pixels between the labels of the axis of time. */
const labelDistance = 90;
const valueTicks = 3;

/** The plot of a chart: bars or lines, axes, and the values under the pointer. */
export function TimeChartPlot(props: PlotProps) {
  return (
    <ParentSize className={styles.plot} debounceTime={50}>
      {({ width, height }) => width > 0 && <SizedPlot {...props} width={width} height={height} />}
    </ParentSize>
  );
}

function SizedPlot({ data, interval, kind, format, isBad = false, width, height }: PlotProps & PlotSize) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { times } = data;
  const ids = data.series.map(({ id }) => id);
  const ranges = rangesOf({ width, height });
  const x = scaleBand({ domain: [...times], range: ranges.x, padding: 0.2 });
  const y = scaleLinear<number>({ domain: [0, maxOf(data, kind === 'bars')], range: ranges.y, nice: valueTicks });
  const every = Math.max(1, Math.ceil((times.length * labelDistance) / width));
  const indexAt = (left: number) =>
    Math.max(0, Math.min(times.length - 1, Math.floor((left - ranges.x[0]) / x.step())));
  const center = (index: number) => (x(times[index] as string) ?? 0) + x.bandwidth() / 2;
  return (
    <>
      <PlotFrame
        {...{ x, y, width, height }}
        times={times.filter((_, index) => index % every === 0)}
        formatTime={(time) => formatTick(String(time), interval, times.length)}
        values={y.ticks(valueTicks).filter(Number.isInteger)}
        formatValue={format}
        onPoint={(left) => setPointed(left === null ? null : indexAt(left))}
      >
        <PlotCursor left={pointed === null ? null : center(pointed)} y={y} />
        {kind === 'bars' ? (
          <BarStack
            data={rowsOf(data)}
            keys={ids}
            x={({ time }) => time}
            value={(row, id) => row.values[id] ?? 0}
            xScale={x}
            yScale={y}
            color={(id) => colorOf(ids.indexOf(id), isBad)}
          />
        ) : (
          data.series.map(({ id, values }, index) => (
            <Line
              key={id}
              points={pointsOf(values).map(([at, value]) => [center(at), y(value)])}
              index={index}
              isBad={isBad}
            />
          ))
        )}
      </PlotFrame>
      {pointed !== null && (
        <PlotTooltip
          title={formatInterval(times[pointed] as string, interval)}
          entries={entriesOf(data, pointed, format, isBad)}
          left={center(pointed)}
          width={width}
        />
      )}
    </>
  );
}

function entriesOf({ series }: TimeSeries, at: number, format: PlotProps['format'], isBad: boolean): TooltipEntry[] {
  return series.flatMap(({ label, values }, index) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ label, color: colorOf(index, isBad), value: format(value) }];
  });
}

/** A line through all values; one value alone is a dot. */
function Line({
  points,
  index,
  isBad,
}: {
  readonly points: readonly (readonly [number, number])[];
  readonly index: number;
  readonly isBad: boolean;
}) {
  const color = colorOf(index, isBad);
  const [first] = points;
  if (points.length === 1 && first !== undefined) return <circle cx={first[0]} cy={first[1]} r={3} fill={color} />;
  return <LinePath data={[...points]} x={([left]) => left} y={([, top]) => top} stroke={color} strokeWidth={2} />;
}

interface Row {
  readonly time: string;
  readonly values: Readonly<Record<string, number | null>>;
}

function rowsOf({ times, series }: TimeSeries): Row[] {
  return times.map((time, at) => ({
    time,
    values: Object.fromEntries(series.map(({ id, values }) => [id, values[at] ?? null])),
  }));
}

function pointsOf(values: readonly (number | null)[]): (readonly [number, number])[] {
  return values.flatMap((value, at) => (value === null ? [] : [[at, value] as const]));
}

/** Returns the largest value that a plot shows, at least 1. Stacked values of a time add up. */
function maxOf({ times, series }: TimeSeries, isStacked: boolean): number {
  const maxima = times.map((_, at) => {
    const values = series.map(({ values: all }) => all[at] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(1, ...maxima);
}
