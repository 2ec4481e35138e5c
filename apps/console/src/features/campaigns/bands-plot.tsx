import { useId, useState } from 'react';
import { curveStepAfter } from '@visx/curve';
import { ParentSize } from '@visx/responsive';
import { scaleLinear, scaleTime } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import { formatTime } from '../../ui/format.js';
import { PlotCursor, PlotFrame, rangesOf, type PlotSize, type ValueScale } from '../../ui/plot-frame.js';
import { PlotTooltip } from '../../ui/plot-tooltip.js';
import { colorOf } from '../../ui/series-color.js';
import plot from '../../ui/plot.module.css';
import { bandOf, domainOf, estimateWords, nearestIndex, tickFormatOf, type BandPoint } from './bands.js';
import type { History } from './queries.js';

const valueTicks = 4;
/** CSS pixels between the labels of the axis of time. */
const labelDistance = 110;
/** CSS pixels of a label right of its place, at most. */
const labelOverhang = 22;

/** Means with their confidence intervals over time, and the values under the pointer. */
export function BandsPlot({ history }: { readonly history: History }) {
  return (
    <ParentSize className={plot.plot} debounceTime={50}>
      {({ width, height }) => width > 0 && <SizedPlot history={history} width={width} height={height} />}
    </ParentSize>
  );
}

function SizedPlot({ history, width, height }: PlotSize & { readonly history: History }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const ranges = rangesOf({ width, height });
  const times = history.map(({ time }) => Date.parse(time));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const x = scaleTime({ domain: [first, last], range: ranges.x });
  const y = scaleLinear<number>({ domain: [...domainOf(history)], range: ranges.y });
  const point = pointed === null ? undefined : history[pointed];
  const left = pointed === null ? 0 : x(times[pointed] as number);
  return (
    <>
      <PlotFrame
        {...{ x, y, width, height }}
        times={x
          .ticks(Math.max(2, Math.floor(width / labelDistance)))
          .filter((time) => x(time) <= ranges.x[1] - labelOverhang)}
        formatTime={tickFormatOf(last - first)}
        values={y.ticks(valueTicks)}
        formatValue={(value) => Number(value.toPrecision(3)).toString()}
        onPoint={(at) => setPointed(at === null ? null : nearestIndex(times, x.invert(at).getTime()))}
      >
        <PlotCursor left={pointed === null ? null : left} y={y} />
        <Bands history={history} x={(time) => x(time)} y={y} ranges={ranges} />
      </PlotFrame>
      {point !== undefined && (
        <PlotTooltip
          title={formatTime(point.time)}
          entries={point.models.map(({ model, mean, interval }, index) => ({
            label: model,
            color: colorOf(index),
            value: estimateWords(mean, interval),
          }))}
          left={left}
          width={width}
        />
      )}
    </>
  );
}

function Bands({
  history,
  x,
  y,
  ranges,
}: {
  readonly history: History;
  readonly x: (time: number) => number;
  readonly y: ValueScale;
  readonly ranges: ReturnType<typeof rangesOf>;
}) {
  const clip = useId();
  const models = history.at(-1)?.models ?? [];
  const across = ({ time }: BandPoint) => x(time);
  return (
    <>
      <clipPath id={clip}>
        <rect
          x={ranges.x[0]}
          y={ranges.y[1]}
          width={Math.max(0, ranges.x[1] - ranges.x[0])}
          height={ranges.y[0] - ranges.y[1]}
        />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {models.map(({ model }, index) => (
          <Area
            key={`band ${model}`}
            data={bandOf(history, index).filter(({ low }) => low !== null)}
            x={across}
            y0={({ low }) => y(low ?? 0)}
            y1={({ high }) => y(high ?? 0)}
            curve={curveStepAfter}
            fill={colorOf(index)}
            fillOpacity={0.05}
            stroke={colorOf(index)}
            strokeOpacity={0.5}
          />
        ))}
        {models.map(({ model }, index) => (
          <LinePath
            key={model}
            data={bandOf(history, index).filter(({ mean }) => mean !== null)}
            x={across}
            y={({ mean }) => y(mean ?? 0)}
            curve={curveStepAfter}
            stroke={colorOf(index)}
            strokeWidth={2}
            strokeLinecap="round"
          />
        ))}
      </g>
    </>
  );
}
