import { randomBytes, randomUUID } from 'node:crypto';
import { eventTopic, type Topic } from '@earshot/contracts-core';
import { ensureTopics, plaintext, TopicLog } from '@earshot/messaging';
import { createTestDatabase, type TestDatabase } from '@earshot/persistence/testing';
import { Client as Bucket } from 'minio';
import { Client } from 'pg';
import type { BackupConfig } from '../src/config.js';
import { connect } from '../src/database/cut.js';

const schema = 'notes';

/** Servers with the tables of a service that keeps notes by month, and tells of them. */
export class Installation {
  readonly topic: Topic;
  readonly #bucketName = `backup-${randomBytes(6).toString('hex')}`;
  readonly #secretKey: BackupConfig['secretKey'];
  #database!: TestDatabase;
  client!: Client;
  bucket!: Bucket;
  log!: TopicLog;

  /** @param first whose topic and secret key it has; none: some of its own. */
  constructor(first?: Installation) {
    const name = first?.topic.name ?? `notes.made.${randomUUID()}`;
    // Another name on the same broker: a broker of its own for each would take a test many seconds.
    this.topic = eventTopic(first === undefined ? name : `notes.again.${randomUUID()}`, 3);
    this.#secretKey = first === undefined ? Buffer.from(randomBytes(32)) : first.#secretKey;
  }

  async start(): Promise<void> {
    this.#database = await createTestDatabase(process.env['DATABASE_ADMIN_URL'] ?? '', schema);
    const { s3Endpoint, s3AccessKey, s3SecretKey, brokers } = this.config();
    const [endPoint, port] = [s3Endpoint.hostname, Number(s3Endpoint.port)];
    this.bucket = new Bucket({ endPoint, port, useSSL: false, accessKey: s3AccessKey, secretKey: s3SecretKey });
    await this.bucket.makeBucket(this.#bucketName);
    await ensureTopics({ brokers }, [this.topic]);
    this.log = new TopicLog({ brokers });
    this.client = await connect(this.config().databaseUrl);
    await this.client.query(`
      set search_path = ${schema};
      create table migrations (id serial primary key, name text not null);
      insert into migrations (name) values ('CreateNotes1');
      create table event_positions (topic text, partition integer, next_offset bigint);
      create table books (id integer primary key);
      create table notes (id integer not null, at date not null, book integer references books, said text,
        length integer generated always as (length(said)) stored, primary key (id, at)) partition by range (at);
      create table outbox (id bigint generated always as identity primary key, topic text not null);`);
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.log.close();
    await this.#database.drop();
    for await (const { name } of this.bucket.listObjectsV2(this.#bucketName, '', true))
      await this.bucket.removeObject(this.#bucketName, name ?? '');
    await this.bucket.removeBucket(this.#bucketName);
  }

  /** As the superuser of its own database. */
  config(): BackupConfig {
    const database = new URL(process.env['DATABASE_ADMIN_URL'] ?? '');
    database.pathname = new URL(this.#database.url).pathname;
    return {
      brokers: (process.env['KAFKA_BROKERS'] ?? '').split(','),
      security: plaintext,
      databaseUrl: database.href,
      s3Endpoint: new URL(process.env['S3_ENDPOINT'] ?? ''),
      s3Region: 'us-east-1',
      s3Bucket: this.#bucketName,
      s3AccessKey: process.env['S3_ADMIN_ACCESS_KEY'] ?? '',
      s3SecretKey: process.env['S3_ADMIN_SECRET_KEY'] ?? '',
      secretKey: this.#secretKey,
      acceptedSecretKeys: [],
    };
  }

  /** What a backup of it is made of. */
  source() {
    return { config: this.config(), topics: [this.topic], printLine: () => undefined };
  }

  async put(key: string, content: string, type: string): Promise<void> {
    await this.bucket.putObject(this.#bucketName, key, content, undefined, { 'Content-Type': type });
  }

  async insertRows(...values: readonly string[]): Promise<void> {
    await this.log.append(
      values.map((value) => ({
        topic: this.topic.name,
        key: value,
        value: Buffer.from(value),
        headers: { type: 'note-made.v1' },
      })),
    );
  }

  /** Values of all records, by partition. */
  async storedRows(): Promise<string[][]> {
    const storedRows: string[][] = [[], [], []];
    await this.log.read(this.topic, await this.log.bounds(this.topic), async (records) => {
      for (const { partition, value } of records) storedRows[partition]?.push(String(value));
    });
    return storedRows;
  }

  async rows(query: string): Promise<object[]> {
    return (await this.client.query<object>(query)).rows;
  }
}
