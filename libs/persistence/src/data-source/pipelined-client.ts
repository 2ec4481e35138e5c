import { Socket } from 'node:net';
import pg from 'pg';

/** The statement with which TypeORM begins a transaction. */
const begin = 'START TRANSACTION';

/**
 * A pipelined connection: a statement does not wait for the answers to earlier ones. Statements of one turn of the
 * event loop share one write, which costs more than most statements. The beginning of a transaction travels with its
 * first statement.
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
    return (statement[0] === begin ? this.#begun(answer as Promise<pg.QueryResult>) : answer) as never;
  }

  /** Closes the connection where a transaction cannot begin: its statements would run outside of it. */
  #begun(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    answer.catch((cause: unknown) => this.#socket.destroy(cause instanceof Error ? cause : undefined));
    return Promise.resolve({ command: begin, rows: [], rowCount: null, oid: 0, fields: [] });
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
