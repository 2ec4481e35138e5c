import { useState, type PointerEvent } from 'react';
import { barOf, labelledTimes, maxOf, ticksOf } from './plot-scale.js';
import { colorOf } from './series-color.js';
import type { TimeChartProps } from './time-chart.js';
import { formatInterval, formatTick, type Series } from './time-series.js';
import styles from './time-chart-plot.module.css';

type PlotProps = Pick<TimeChartProps, 'data' | 'interval' | 'kind' | 'format' | 'isBad'>;

/** Times named below a plot, so that they fit beside each other on a narrow screen. */
const maxLabels = 5;
/** Of the width of an interval. */
const barWidth = 0.8;

/** The plot of a chart: bars or lines, axes, and the values under the pointer. */
export function TimeChartPlot({ data, interval, kind, format, isBad = false }: PlotProps) {
  const { times } = data;
  const [pointed, setPointed] = useState<number | null>(null);
  const ticks = ticksOf(maxOf(data, kind === 'bars'));
  const top = ticks.at(-1) as number;
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(times.length - 1, Math.floor(((clientX - left) / width) * times.length))));
  };
  return (
    <div className={styles.frame}>
      <div className={styles.values}>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <div className={styles.area} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.line} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        {pointed !== null && (
          <span
            className={styles.pointed}
            style={{ left: `${(pointed / times.length) * 100}%`, width: `${100 / times.length}%` }}
          />
        )}
        <svg className={styles.marks} viewBox={`0 0 ${times.length} ${top}`} preserveAspectRatio="none">
          {kind === 'bars' && <Bars data={data} top={top} isBad={isBad} />}
          {kind === 'lines' &&
            data.series.map((series, index) => (
              <path key={series.id} d={pathOf(series, top)} stroke={colorOf(index, isBad)} className={styles.path} />
            ))}
        </svg>
        {pointed !== null && <PlotTooltip at={pointed} data={data} interval={interval} format={format} isBad={isBad} />}
      </div>
      <div className={styles.times}>
        {labelledTimes(times.length, maxLabels).map((at) => (
          <span key={at} style={{ left: `${((at + 0.5) / times.length) * 100}%` }}>
            {formatTick(times[at] as string, interval, times.length)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface BarsProps extends Pick<PlotProps, 'data'> {
  readonly top: number;
  readonly isBad: boolean;
}

function Bars({ data, top, isBad }: BarsProps) {
  return data.times.map((time, at) =>
    barOf(data, at).map(({ series, from, to }) => (
      <rect
        key={`${time} ${series}`}
        x={at + (1 - barWidth) / 2}
        y={top - to}
        width={barWidth}
        height={to - from}
        fill={colorOf(series, isBad)}
      />
    )),
  );
}

/** A line through all values; one value alone is a dot. */
function pathOf({ values }: Series, top: number): string {
  const points = values.flatMap((value, at) => (value === null ? [] : [`${at + 0.5} ${top - value}`]));
  return points.length === 0 ? '' : `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
}

interface TooltipProps extends Pick<PlotProps, 'data' | 'interval' | 'format'> {
  readonly at: number;
  readonly isBad: boolean;
}

function PlotTooltip({ at, data, interval, format, isBad }: TooltipProps) {
  const isLeft = at >= data.times.length / 2;
  const share = `${((isLeft ? data.times.length - at : at + 1) / data.times.length) * 100}%`;
  return (
    <div className={styles.tooltip} style={isLeft ? { right: share } : { left: share }}>
      <p>{formatInterval(data.times[at] as string, interval)}</p>
      <dl>
        {data.series.map(({ id, label, values }, index) => {
          const value = values[at];
          if (value === null || value === undefined) return null;
          return (
            <div key={id}>
              <dt>
                <span className={styles.key} style={{ background: colorOf(index, isBad) }} />
                {label}
              </dt>
              <dd>{format(value)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
