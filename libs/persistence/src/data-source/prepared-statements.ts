import pg, { type Client } from 'pg';

/** Statements of the code are few; this is for one whose text is made. A name costs the server the plan that it keeps. */
const maxNames = 200;

const ofClients = new WeakMap<Client, PreparedStatements>();

/** The statements that the server of one connection has parsed and planned, under the names they have there. */
export class PreparedStatements {
  readonly #names = new Map<string, { readonly name: string; isPrepared: boolean }>();
  #given = 0;

  static of(client: Client): PreparedStatements {
    const known = ofClients.get(client);
    if (known !== undefined) return known;
    const prepared = new PreparedStatements();
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
    const name = `statement ${this.#given}`;
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
