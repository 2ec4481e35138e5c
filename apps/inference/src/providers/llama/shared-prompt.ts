import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { adopt, readPrompt } from './generation.js';
import type { Rounds } from './rounds.js';

/** Fewer tokens than this are read as quickly as they are copied. */
const MIN_COPIED_TOKENS = 32;

/** The prompt of several choices. The first choice with a slot reads it; those that have a slot by then copy it. */
export class SharedPrompt {
  #reading: Promise<void> | null = null;
  readonly #followers: LlamaContextSequence[] = [];

  /** @param onCopyFailed each choice then reads the prompt itself. */
  constructor(
    private readonly prompt: Token[],
    private readonly rounds: Rounds,
    private readonly signal: AbortSignal,
    private readonly onCopyFailed: (error: unknown) => void,
  ) {}

  /** Copies the prompt, as far as it was read, into a sequence. */
  async bringInto(sequence: LlamaContextSequence): Promise<void> {
    if (this.#reading !== null) {
      const { firstDifferentIndex: held } = sequence.compareContextTokens(this.prompt);
      if (this.prompt.length - held >= MIN_COPIED_TOKENS) this.#followers.push(sequence);
      await this.#reading;
    } else {
      await (this.#reading = this.#read(sequence));
      return;
    }
    await adopt(sequence, this.prompt);
  }

  async #read(sequence: LlamaContextSequence): Promise<void> {
    await adopt(sequence, this.prompt);
    await readPrompt(sequence, this.prompt, this.rounds, this.signal);
    if (this.#followers.length === 0 || this.signal.aborted) return;
    try {
      await copyState(sequence, this.#followers);
    } catch (error) {
      this.onCopyFailed(error);
    }
  }
}

/** Copies through a temporary file, the only way that the engine has. Only this user can read the file. */
async function copyState(from: LlamaContextSequence, to: readonly LlamaContextSequence[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-prompt-'));
  try {
    const file = path.join(folder, 'state');
    await from.saveStateToFile(file);
    // The file is of the same model, so the risk does not apply.
    for (const sequence of to) await sequence.loadStateFromFile(file, { acceptRisk: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
