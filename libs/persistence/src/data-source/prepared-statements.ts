import pg, { type Client } from 'pg';

/** The code has few statements; this limits generated ones. Each name costs the server a stored plan. */
const maxNames = 200;

const ofClients = new WeakMap<Client, PreparedStatements>();

/** The prepared statements of one connection, by name. */
export class PreparedStatements {
  readonly #names = new Map<string, { readonly name: string; isPrepared: boolean }>();
  #count = 0;

  static of(client: Client): PreparedStatements {
    const known = ofClients.get(client);
    if (known !== undefined) return known;
    const prepared = new PreparedStatements();
    ofClients.set(client, prepared);
    return prepared;
  }

  /**
   * The name to send a statement with. Undefined until the server has confirmed it: a failed transaction prepares
   * nothing, and later statements would use an unknown name.
   */
  nameFor(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined) return known.isPrepared ? known.name : undefined;
    if (this.#count === maxNames) return undefined;
    this.#count += 1;
    // Names are never reused: a failed statement may still be prepared.
    const name = `statement ${this.#count}`;
    this.#names.set(sql, { name, isPrepared: false });
    return name;
  }

  /** Records the result of a statement that was sent with this name. */
  ended(sql: string, name: string, error: Error | null): void {
    const known = this.#names.get(sql);
    if (known?.name !== name) return;
    if (error === null) known.isPrepared = true;
    // The driver drops the name of a statement whose values it cannot send.
    else if (!known.isPrepared || !(error instanceof pg.DatabaseError)) this.#names.delete(sql);
  }
}
