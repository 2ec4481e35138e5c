import { useState } from 'react';
import { LineChart, Table2 } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { formatTime } from '../../ui/format.js';
import { colorOf } from '../../ui/series-color.js';
import chart from '../../ui/time-chart.module.css';
import { estimateWords } from './bands.js';
import { BandsPlot } from './bands-plot.js';
import styles from './campaigns.module.css';
import type { History } from './queries.js';

/** The means of a campaign over time, each in the band of its confidence interval; the same values as a table. */
export function BandsChart({ title, history }: { readonly title: string; readonly history: History }) {
  const [isTable, setTable] = useState(false);
  const models = history.at(-1)?.models ?? [];
  const hasValues = history.some((point) => point.models.some(({ mean }) => mean !== null));
  return (
    <figure className={chart.chart} aria-label={title}>
      <figcaption className={chart.caption}>
        <span className={chart.title}>{title}</span>
        {hasValues && (
          <span className={chart.figure}>
            <Button
              variant="plain"
              iconOnly
              aria-label={isTable ? 'Show the plot' : 'Show the values as a table'}
              onPress={() => setTable(!isTable)}
            >
              {isTable ? <LineChart aria-hidden /> : <Table2 aria-hidden />}
            </Button>
          </span>
        )}
      </figcaption>
      {!hasValues && <p className={chart.empty}>The plot begins with the first feedback.</p>}
      {hasValues && isTable && <ValuesTable history={history} />}
      {hasValues && !isTable && (
        <>
          <div className={styles.plot} role="img" aria-label={`Plot of ${models.map(({ model }) => model).join(', ')}`}>
            <BandsPlot history={history} />
          </div>
          <ul className={chart.legend}>
            {models.map(({ model }, index) => (
              <li key={model}>
                <span className={chart.key} style={{ background: colorOf(index) }} aria-hidden />
                {model}
              </li>
            ))}
            <li>Line: mean. Band: 95% confidence, for all times together.</li>
          </ul>
        </>
      )}
    </figure>
  );
}

function ValuesTable({ history }: { readonly history: History }) {
  const models = history.at(-1)?.models ?? [];
  return (
    <div className={chart.scroll} tabIndex={0} role="region" aria-label="Values over time">
      <table className={chart.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {models.map(({ model }) => (
              <th key={model} scope="col">
                {model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.toReversed().map(({ time, models: values }) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {values.map(({ model, mean, interval }) => (
                <td key={model}>{estimateWords(mean, interval)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
