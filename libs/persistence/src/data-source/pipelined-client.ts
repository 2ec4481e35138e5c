import { Socket } from 'node:net';
import pg from 'pg';

/** What TypeORM sends before the first statement of a transaction. */
const begin = 'START TRANSACTION';

/**
 * A connection whose statements wait for no answer but the ones that its user waits for. Statements of one turn of the event loop travel in one
 * write, since each write costs client and server more than most statements; so does the beginning of a transaction, which has nothing to say,
 * with its first statement.
 */
export class PipelinedClient extends pg.Client {
  readonly #socket: Socket;
  #gathers = false;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    // Known to pg since 8.23, not to its types.
    super({ ...config, pipeline: true, stream: () => socket } as pg.ClientConfig);
    this.#socket = socket;
  }

  // Of the many forms this has, none is changed.
  override query(...statement: never[]): never {
    this.#gather();
    const answer: unknown = Reflect.apply(super.query.bind(this), this, statement);
    return (statement[0] === begin ? this.#begun(answer as Promise<pg.QueryResult>) : answer) as never;
  }

  /** A transaction that could not begin must not go on: each of its statements would be one of its own. */
  #begun(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    answer.catch((cause: unknown) => this.#socket.destroy(cause instanceof Error ? cause : undefined));
    return Promise.resolve({ command: begin, rows: [], rowCount: null, oid: 0, fields: [] });
  }

  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#gathers = false;
      this.#socket.uncork();
    });
  }
}
