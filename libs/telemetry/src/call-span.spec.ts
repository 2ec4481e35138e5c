import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { conflict, overloaded } from '@earshot/errors';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { beginSpan, setTracer, type SpanDescriptor } from './call-span.js';
import { activeCalls, runWithCalls, withSpans } from './scope.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const call = (flags = '01') => ({ requestId: 'r', traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` });
const subject: SpanDescriptor = { kind: 'client', name: 'transaction', attributes: { a: 1 } };

describe('without tracing', () => {
  it('starts no span and returns the same calls', async () => {
    const calls = [call()];
    expect(beginSpan(subject, call())).toBeUndefined();
    expect(runWithCalls(calls, activeCalls)).toEqual([]);
    expect(await withSpans(subject, calls, async (below) => below)).toBe(calls);
  });
});

describe('with tracing', () => {
  const exporter = new InMemorySpanExporter();
  const ended = () => exporter.getFinishedSpans();
  const providerOf = (more: object = {}) =>
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)], ...more });

  beforeEach(() => setTracer(providerOf().getTracer('test')));

  afterEach(() => {
    setTracer(undefined);
    exporter.reset();
  });

  it('starts a child span of the caller and returns its context', () => {
    const span = beginSpan(subject, call());
    span?.end();
    const [exportedSpan] = ended();
    expect(exportedSpan?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(span?.call).toEqual({
      requestId: 'r',
      traceparent: `00-${traceId}-${exportedSpan?.spanContext().spanId}-01`,
      traced: true,
    });
  });

  it('starts a trace when the caller sent none or an invalid one', () => {
    for (const traceparent of [undefined, '', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])
      beginSpan(subject, { requestId: 'r', traceparent })?.end();
    expect(ended().map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined, undefined, undefined]);
  });

  it('propagates an unsampled trace and exports nothing of it', () => {
    const sampler = new ParentBasedSampler({ root: new AlwaysOffSampler() });
    setTracer(providerOf({ sampler }).getTracer('test'));
    for (const parent of [call('00'), { requestId: 'r' }]) {
      const span = beginSpan(subject, parent);
      span?.end();
      expect(span?.isRecording).toBe(false);
      expect(span?.call.traceparent).toMatch(/-00$/);
    }
    expect(ended()).toEqual([]);
  });

  it('records the code or class of an error, not its text; an expected error is no failure', () => {
    const errors = [new TypeError('secret'), overloaded('queue_full', 'secret', 1), conflict('taken', 'secret')];
    for (const error of errors) beginSpan(subject, call())?.end(error);
    expect(ended().map(({ attributes, status }) => [attributes['error.type'], status.code])).toEqual([
      ['TypeError', 2],
      ['queue_full', 2],
      ['taken', 0],
    ]);
    expect(JSON.stringify(ended().map(({ status, events, attributes }) => [status, events, attributes]))).not.toContain(
      'secret',
    );
  });

  it('records shared work in the trace of each call', async () => {
    const other = { requestId: 's', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };
    const found = await withSpans(subject, [call(), other], async (below) => {
      await Promise.resolve();
      return [below, activeCalls()];
    });
    expect(found[0]).toBe(found[1]);
    expect(ended().map((span) => span.spanContext().traceId)).toEqual([traceId, '1'.repeat(32)]);
    expect(activeCalls()).toEqual([]);
  });

  it('ends the spans of failed work and rethrows', async () => {
    const failing = withSpans(subject, [call()], async () => {
      throw new Error('why');
    });
    await expect(failing).rejects.toThrow('why');
    expect(ended()[0]?.status.code).toBe(2);
  });
});
