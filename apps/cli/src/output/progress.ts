import cliProgress from 'cli-progress';
import { sizeOf } from './table.js';

/** Without a terminal, a line is written each time this many percent are reached. */
const stepPercent = 10;

/** How far one stage of a work is. */
export interface StageProgress {
  readonly stage: string;
  readonly value: number;
  readonly total: number;
  readonly unit: 'bytes' | 'percent';
}

/** Shows progress on stderr, stage by stage: a bar on a terminal, otherwise a line every 10 %. */
export class Progress implements Disposable {
  #stage = '';
  #shownPercent = -1;
  #bar: cliProgress.SingleBar | undefined;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** Shows how far a stage is; the first call of a stage begins it. */
  show(progress: StageProgress): void {
    if (progress.stage !== this.#stage) this.#begin(progress);
    if (this.#bar) this.#bar.update(progress.value);
    else this.#line(progress);
  }

  /** Ends the bar, so that other output begins on a line of its own. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#stage = '';
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  #begin({ stage, total, unit }: StageProgress): void {
    this.stop();
    this.#stage = stage;
    this.#shownPercent = -1;
    if (!this.stream.isTTY) return;
    const formatValue: cliProgress.ValueFormatter | undefined = unit === 'bytes' ? inBytes : undefined;
    const counted = unit === 'bytes' ? ' {value}/{total}, {eta_formatted} left' : '';
    const format = `${stage} [{bar}] {percentage}%${counted}`;
    const options = { format, hideCursor: true, stream: this.stream, ...(formatValue && { formatValue }) };
    this.#bar = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
    this.#bar.start(total, 0);
  }

  #line({ stage, value, total }: StageProgress): void {
    const percent = Math.floor((value / total) * (100 / stepPercent)) * stepPercent;
    if (percent > this.#shownPercent) this.stream.write(`${stage}: ${percent} %\n`);
    this.#shownPercent = Math.max(this.#shownPercent, percent);
  }
}

function inBytes(value: number, _options: unknown, type: string): string {
  return type === 'value' || type === 'total' ? sizeOf(value) : String(value);
}
