import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { ErrorFilter } from './error-response.js';
import { Health } from './health.controller.js';
import { KitModule } from './create-app.js';

describe('probes', () => {
  let app: NestFastifyApplication;
  let broker = { name: 'broker', ok: true, detail: undefined as string | undefined };
  const logger = pino({ level: 'silent' });
  const get = async (path: string) => {
    const response = await fetch((await app.getUrl()) + path);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };

  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(KitModule.forRoot({}, logger), new FastifyAdapter(), {
      logger: false,
    });
    app.useGlobalFilters(new ErrorFilter(logger));
    app.get(Health).register(() => broker);
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  it('pass while all dependencies are available', async () => {
    expect((await get('/livez')).status).toBe(200);
    expect(await get('/readyz')).toMatchObject({ status: 200 });
  });

  it('name the missing dependency, with Retry-After, while liveness passes', async () => {
    broker = { name: 'broker', ok: false, detail: 'no answer' };
    const { status, headers, text } = await get('/readyz');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(text)).toMatchObject({
      error: { type: 'overloaded_error', code: 'not_ready', message: 'Not ready: broker (no answer).', param: null },
    });
    expect((await get('/livez')).status).toBe(200);
  });

  it('are a metric, by their names', async () => {
    broker = { name: 'broker', ok: true, detail: undefined };
    expect((await get('/metrics')).text).toContain('earshot_check_ok{check="broker"} 1');
    broker = { name: 'broker', ok: false, detail: 'no answer' };
    expect((await get('/metrics')).text).toContain('earshot_check_ok{check="broker"} 0');
  });

  it('fail readiness while the process stops', async () => {
    broker = { name: 'broker', ok: true, detail: undefined };
    app.get(Health).stop();
    expect((await get('/readyz')).status).toBe(503);
  });

  it('serve metrics as text', async () => {
    const { status, headers } = await get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  });

  it('reject unknown paths in the error format of the API', async () => {
    const { status, text } = await get('/nowhere?secret=1');
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({
      error: { message: "There is no path '/nowhere'.", type: 'not_found_error', param: null, code: 'path_not_found' },
    });
  });
});
