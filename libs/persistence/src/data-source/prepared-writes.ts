import pg, { type Client } from 'pg';

/** Writes of the code are few; this is for one whose text is made. A name costs the server the plan that it keeps. */
const maxNames = 200;

const ofClients = new WeakMap<Client, PreparedWrites>();

/**
 * The writes that the server of one connection has parsed and planned, under the names they have there. Of writes alone: the result of a
 * statement that was planned before a migration can be of another form after it, and they have none.
 */
export class PreparedWrites {
  readonly #names = new Map<string, { readonly name: string; isPrepared: boolean }>();
  #given = 0;

  static of(client: Client): PreparedWrites {
    const known = ofClients.get(client);
    if (known !== undefined) return known;
    const prepared = new PreparedWrites();
    ofClients.set(client, prepared);
    return prepared;
  }

  /**
   * The name to send a statement with. Undefined while the server has not said that it knows the name: it refuses to prepare anything in a
   * transaction that has failed, and what goes behind would name what is not there.
   */
  nameFor(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined) return known.isPrepared ? known.name : undefined;
    if (this.#given === maxNames) return undefined;
    this.#given += 1;
    // Never given twice: that a statement has failed does not say that it was not prepared.
    const name = `write ${this.#given}`;
    this.#names.set(sql, { name, isPrepared: false });
    return name;
  }

  /** What came of a statement that was sent with this name. */
  ended(sql: string, name: string, error: Error | null): void {
    const known = this.#names.get(sql);
    if (known?.name !== name) return;
    if (error === null) known.isPrepared = true;
    // A value that can't be sent makes the driver give up the name it was for.
    else if (!known.isPrepared || !(error instanceof pg.DatabaseError)) this.#names.delete(sql);
  }
}
