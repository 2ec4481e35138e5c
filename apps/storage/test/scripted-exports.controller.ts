import { once } from 'node:events';
import { Controller } from '@nestjs/common';
import {
  beginExport,
  exportPiece,
  type BeginExport,
  type BegunExport,
  type ExportedPiece,
  type ExportPiece,
} from '@earshot/contracts-interactions';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** Lines of each export here. A piece has one. */
export const exportedLines = 4;

/** Stops exports here before they write a piece. */
export class PieceGate {
  readonly #opening = new AbortController();

  /** @param lines that are written before. */
  constructor(readonly lines: number) {}

  /** Lets the piece, and all after it, be written. */
  open(): void {
    this.#opening.abort();
  }

  async passed(linesBefore: number): Promise<void> {
    const { signal } = this.#opening;
    if (linesBefore >= this.lines && !signal.aborted) await once(signal, 'abort');
  }
}

/** A double of the interactions service, which exports lines. */
@Controller()
export class ScriptedExportsController {
  /** By project. */
  readonly gates = new Map<string, PieceGate>();
  /** Addresses of the pieces that were written. */
  readonly written: string[] = [];

  @CommandHandler(beginExport)
  async begin(commands: readonly Command<BeginExport>[]): Promise<CommandResult<BegunExport>[]> {
    const snapshot = { at: new Date().toISOString(), desirable: null };
    return commands.map(() => ({ ok: { ...snapshot, candidates: exportedLines } }));
  }

  @CommandHandler(exportPiece)
  piece(commands: readonly Command<ExportPiece>[]): Promise<CommandResult<ExportedPiece>[]> {
    return Promise.all(commands.map(async ({ body }) => ({ ok: await this.#write(body) })));
  }

  async #write({ project_id, upload_urls, lines_before }: ExportPiece): Promise<ExportedPiece> {
    await this.gates.get(project_id)?.passed(lines_before);
    const bytes = { lines: 0, recipe: 0, manifest: 0 };
    for (const file of ['lines', 'recipe', 'manifest'] as const) {
      const text = `${JSON.stringify({ [file]: lines_before })}\n`;
      await fetch(upload_urls[file], { method: 'PUT', body: text });
      this.written.push(new URL(upload_urls[file]).pathname);
      bytes[file] = text.length;
    }
    const position = { created_at: new Date().toISOString(), id: project_id };
    return { lines: 1, bytes, next: lines_before + 1 < exportedLines ? position : null };
  }
}
