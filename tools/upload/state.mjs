import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Stores the session id of an upload between runs. A changed file gets another state file. */
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

  /** @returns {string | null} Session id; null when none is stored. */
  sessionId() {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')).session_id;
    } catch (error) {
      // A SyntaxError means that a previous run was killed while writing.
      if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** @param {string} sessionId */
  save(sessionId) {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ session_id: sessionId }));
  }

  delete() {
    rmSync(this.#file, { force: true });
  }
}
