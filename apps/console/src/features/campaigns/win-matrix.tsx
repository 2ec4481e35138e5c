import styles from './campaigns.module.css';
import type { Report } from './queries.js';

type Matrix = NonNullable<Report['matrix']>;

/** How often the model of each row won against that of each column. */
export function WinMatrix({ models, matrix }: { readonly models: readonly string[]; readonly matrix: Matrix }) {
  return (
    <div className={styles.matrixFrame} role="region" aria-label="Win matrix" tabIndex={0}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Won against</th>
            {models.map((model) => (
              <th key={model} scope="col">
                <code>{model}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model}>
              <th scope="row">
                <code>{model}</code>
              </th>
              {models.map((other) => (
                <Cell key={other} tally={matrix.find((pair) => pair.model === model && pair.other === other)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const strongest = 60;

function Cell({ tally }: { readonly tally: Matrix[number] | undefined }) {
  if (tally === undefined) return <td className={styles.self}>–</td>;
  const { wins, losses, ties } = tally;
  const total = wins + losses + ties;
  const share = total === 0 ? 0 : (wins + ties / 2) / total;
  const strength = `${Math.round(Math.max(0, share - 0.5) * 2 * strongest)}%`;
  return (
    <td style={{ background: `color-mix(in srgb, var(--accent-soft) ${strength}, var(--surface))` }}>
      {total === 0 ? (
        <span className={styles.none}>none yet</span>
      ) : (
        <>
          <strong>{wins}</strong>
          <span className={styles.detail}>
            {losses} lost, {ties} tied
          </span>
        </>
      )}
    </td>
  );
}
