import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { formatMean, formatTime } from '../../ui/format.js';
import { colorOf } from '../../ui/series-color.js';
import chart from '../../ui/time-chart.module.css';
import { domainOf, pointsOf, tickFormatOf } from './bands.js';
import type { History } from './queries.js';

const tick = { className: chart.tick, fill: 'var(--muted)' };

/** Means with their confidence intervals over time, in the chunk of Recharts. */
export function BandsPlot({ history }: { readonly history: History }) {
  const models = history.at(-1)?.models ?? [];
  const lengthMs = Date.parse(history.at(-1)?.time ?? '') - Date.parse(history[0]?.time ?? '');
  const isSingle = history.length === 1;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={pointsOf(history)}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="time"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          tickFormatter={tickFormatOf(lengthMs)}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={56}
          height={20}
        />
        <YAxis
          domain={[...domainOf(history)]}
          allowDataOverflow
          tickFormatter={(value: number) => Number(value.toPrecision(3)).toString()}
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickCount={5}
          width="auto"
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={(props: TooltipContentProps) => <PlotTooltip {...props} history={history} />}
        />
        {models.map(({ model }, index) => (
          <Area
            key={`band ${model}`}
            dataKey={`b${index}`}
            type="stepAfter"
            fill={colorOf(index)}
            fillOpacity={0.16}
            stroke={colorOf(index)}
            strokeOpacity={0.35}
            strokeWidth={1}
            dot={isSingle}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
        {models.map(({ model }, index) => (
          <Line
            key={model}
            dataKey={`m${index}`}
            type="stepAfter"
            stroke={colorOf(index)}
            strokeWidth={2}
            dot={isSingle}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function PlotTooltip({ active, label, history }: TooltipContentProps & { readonly history: History }) {
  const point = history.find(({ time }) => Date.parse(time) === Number(label));
  if (!active || point === undefined) return null;
  return (
    <div className={chart.tooltip}>
      <p>{formatTime(point.time)}</p>
      <dl>
        {point.models.map(({ model, mean, interval }, index) => (
          <div key={model}>
            <dt>
              <span className={chart.key} style={{ background: colorOf(index) }} />
              {model}
            </dt>
            <dd>
              {mean === null ? 'No data' : formatMean(mean)}
              {interval !== null && ` (${interval.map(formatMean).join(' to ')})`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
