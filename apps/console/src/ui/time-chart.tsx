import { useState, type ReactNode } from 'react';
import { BarChart3, Table2 } from 'lucide-react';
import { Button } from './button.js';
import { colorOf } from './series-color.js';
import { TimeChartPlot } from './time-chart-plot.js';
import { formatInterval, type Interval, type TimeSeries } from './time-series.js';
import styles from './time-chart.module.css';

/** Props of {@link TimeChart}. */
export interface TimeChartProps {
  readonly title: string;
  /** The figure of the whole time, beside the title. */
  readonly figure?: ReactNode;
  readonly data: TimeSeries;
  readonly interval: Interval;
  /** Bars are stacked; lines are not. */
  readonly kind: 'bars' | 'lines';
  readonly format: (value: number) => string;
  /** Shows the first series as something bad, such as errors. */
  readonly isBad?: boolean;
  /** What is shown if no interval has a value. */
  readonly empty: string;
}

/** A chart over time, with a title, a legend and the same values as a table. */
export function TimeChart(props: TimeChartProps) {
  const { title, figure, data, empty } = props;
  const [isTable, setTable] = useState(false);
  const hasValues = data.series.some(({ values }) => values.some((value) => value !== null && value !== 0));
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        {figure !== undefined && <span className={styles.figure}>{figure}</span>}
        {hasValues && (
          <Button
            variant="plain"
            iconOnly
            aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            onPress={() => setTable(!isTable)}
          >
            {isTable ? <BarChart3 aria-hidden /> : <Table2 aria-hidden />}
          </Button>
        )}
      </figcaption>
      {hasValues && <Body {...props} isTable={isTable} />}
      {!hasValues && <p className={styles.empty}>{empty}</p>}
    </figure>
  );
}

function Body(props: TimeChartProps & { readonly isTable: boolean }) {
  if (props.isTable) return <ValuesTable {...props} />;
  return (
    <>
      <div className={styles.plot} aria-hidden>
        <TimeChartPlot {...props} />
      </div>
      {props.data.series.length > 1 && (
        <ul className={styles.legend}>
          {props.data.series.map(({ id, label }, index) => (
            <li key={id}>
              <span className={styles.key} style={{ background: colorOf(index) }} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ValuesTable({ title, data, interval, format }: TimeChartProps) {
  const rows = data.times
    .map((time, index) => ({ time, values: data.series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .reverse();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Values of ${title}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {data.series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, values }) => (
            <tr key={time}>
              <th scope="row">{formatInterval(time, interval)}</th>
              {values.map((value, index) => (
                <td key={index}>{value === null ? '–' : format(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
