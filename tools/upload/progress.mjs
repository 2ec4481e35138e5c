import cliProgress from 'cli-progress';

/** Without a terminal, a line is printed each time this many percent are reached. */
const stepPercent = 10;

/**
 * Shows the progress of some work on stderr: a bar on a terminal, otherwise a line every 10 %.
 *
 * @template T
 * @param {string} label
 * @param {{ total: number, unit: 'bytes' | 'percent' }} scale
 * @param {(show: (value: number) => void) => Promise<T>} work Calls `show` with the value reached so far.
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<T>}
 */
export async function withProgress(label, { total, unit }, work, stream = process.stderr) {
  if (!stream.isTTY) return work(lines(label, total, stream));
  const format = `${label} [{bar}] {percentage}% {value}/{total}, {eta_formatted} left`;
  const formatValue = unit === 'bytes' ? inMebibytes : cliProgress.Format.ValueFormat;
  const bar = new cliProgress.SingleBar(
    { format, formatValue, hideCursor: true, stream },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0);
  try {
    return await work((value) => bar.update(value));
  } finally {
    bar.stop();
  }
}

/** @param {string} label @param {number} total @param {NodeJS.WritableStream} stream */
function lines(label, total, stream) {
  let shown = -1;
  return (value) => {
    const percent = Math.floor((value / total) * (100 / stepPercent)) * stepPercent;
    if (percent > shown) stream.write(`${label}: ${percent} %\n`);
    shown = Math.max(shown, percent);
  };
}

/** @param {number} value @param {object} _options @param {string} type */
function inMebibytes(value, _options, type) {
  return type === 'value' || type === 'total' ? `${(value / 1_048_576).toFixed(1)} MiB` : String(value);
}
