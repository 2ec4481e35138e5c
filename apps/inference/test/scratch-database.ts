import { migrate } from '@earshot/persistence';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../src/database/data-source.js';

/** A database of its own, with the service's schema and tables, on the server of DATABASE_ADMIN_URL. */
export class ScratchDatabase {
  readonly url: string;

  private constructor(
    private readonly admin: DataSource,
    private readonly name: string,
    adminUrl: string,
  ) {
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    this.url = url.toString();
  }

  static async create(): Promise<ScratchDatabase> {
    const adminUrl = process.env['DATABASE_ADMIN_URL'] ?? '';
    const admin = await new DataSource({ type: 'postgres', url: adminUrl }).initialize();
    const name = `inference_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${name}`);
    const database = new ScratchDatabase(admin, name, adminUrl);
    await database.query('create schema inference');
    await migrate(databaseOptions(database.url));
    return database;
  }

  /** Runs a statement beside the service. */
  async query<Row>(statement: string): Promise<Row[]> {
    const beside = await new DataSource({ type: 'postgres', url: this.url }).initialize();
    try {
      return await beside.query(statement);
    } finally {
      await beside.destroy();
    }
  }

  async drop(): Promise<void> {
    await this.admin.query(`drop database ${this.name} with (force)`);
    await this.admin.destroy();
  }
}
