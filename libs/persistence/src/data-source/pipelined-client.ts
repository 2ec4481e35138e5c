import { Socket } from 'node:net';
import pg from 'pg';

/** Statements with which TypeORM begins a transaction, and a part of it. They have no answer but their success. */
const boundary = /^(START TRANSACTION$|SAVEPOINT |RELEASE SAVEPOINT )/;

/**
 * A pipelined connection: a statement does not wait for the answers to earlier ones. Statements of one turn of the
 * event loop share one write, which costs more than most statements. The beginning of a transaction travels with its
 * first statement, and so do the bounds of its savepoints.
 */
export class PipelinedClient extends pg.Client {
  readonly #socket: Socket;
  #corked = false;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    // Known to pg since 8.23, not to its types.
    super({ ...config, pipeline: true, stream: () => socket } as pg.ClientConfig);
    this.#socket = socket;
    // Between the pool and TypeORM nobody listens for a moment, and an `error` then would end the process. It is not
    // lost: pg rejects every statement after it, and the pool drops the connection.
    this.on('error', () => {});
  }

  // Passes on every overload.
  override query(...statement: never[]): never {
    this.#corkForTurn();
    const answer: unknown = Reflect.apply(super.query.bind(this), this, statement);
    const [sql] = statement as unknown[];
    if (sql === 'COMMIT') return committed(answer as Promise<pg.QueryResult>) as never;
    const isBoundary = typeof sql === 'string' && boundary.test(sql);
    return (isBoundary ? this.#passed(answer as Promise<pg.QueryResult>) : answer) as never;
  }

  /** Closes the connection where one fails: statements would run outside of the transaction. */
  #passed(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    answer.catch((cause: unknown) => this.#socket.destroy(cause instanceof Error ? cause : undefined));
    return Promise.resolve({ command: '', rows: [], rowCount: null, oid: 0, fields: [] });
  }

  #corkForTurn(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.#socket.uncork();
    });
  }
}

/** @throws Error if the transaction had failed: PostgreSQL answers its commit with a rollback. */
async function committed(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  const result = await answer;
  if (result.command === 'ROLLBACK') throw new Error('the transaction had failed, and was rolled back');
  return result;
}
