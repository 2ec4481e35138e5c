import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Which session a file is sent in, kept from one call of the command to the next. A file that was changed is another. */
export class UploadState {
  #file;

  /**
   * @param {string} dataDir
   * @param {{ url: string, path: string, size: number, mtimeMs: number, project: string }} upload
   */
  constructor(dataDir, upload) {
    const name = createHash('sha256').update(JSON.stringify(upload)).digest('hex').slice(0, 32);
    this.#file = path.join(dataDir, 'uploads', `${name}.json`);
  }

  /** @returns {string | null} Id of the session. */
  sessionId() {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')).session_id;
    } catch (error) {
      // None yet, or one that was cut short while it was written.
      if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** @param {string} sessionId */
  keep(sessionId) {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ session_id: sessionId }));
  }

  forget() {
    rmSync(this.#file, { force: true });
  }
}
