import { diag, DiagLogLevel, type DiagLogger } from '@opentelemetry/api';
import { setTracer } from './call-span.js';

/** Whose spans they are. */
export interface TracedProcess {
  readonly service: string;
  readonly instance: string;
  /** Told, at most once a minute, why spans were not exported. */
  readonly warn: (reason: string) => void;
}

/** Tracing while it is on. */
export interface Tracing {
  /** Exports what has ended, as far as that is possible in time, and ends the tracing. */
  stop(deadlineMs: number): Promise<void>;
}

/** Where nobody takes the spans, a line for each batch would tell the same. */
const warnEveryMs = 60_000;

/**
 * Begins to export spans by OTLP over HTTP. Where to, how many (`OTEL_TRACES_SAMPLER`) and by what queue (`OTEL_BSP_*`, 2,048 spans unless
 * set; more are dropped) is decided by the variables of the OpenTelemetry specification, which its SDK reads itself.
 */
export async function startTracing({ service, instance, warn }: TracedProcess): Promise<Tracing> {
  // Loaded here: a process that does not trace has none of it in memory.
  const [
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  diag.setLogger(warnings(warn), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const named = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'earshot',
    'service.instance.id': instance,
  });
  const provider = new BasicTracerProvider({
    // What the specification lets an operator add by OTEL_RESOURCE_ATTRIBUTES, as for example the cluster.
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  setTracer(provider.getTracer('earshot'));
  return {
    stop: async (deadlineMs) => {
      setTracer(undefined);
      await within(deadlineMs, provider.shutdown(), warn);
      diag.disable();
    },
  };
}

async function within(deadlineMs: number, flushed: Promise<void>, warn: (reason: string) => void): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    late = setTimeout(() => {
      warn(`the last spans were not exported within ${deadlineMs} ms`);
      resolve();
    }, deadlineMs);
  });
  try {
    await Promise.race([flushed, overdue]);
  } catch (error) {
    warn(String(error));
  } finally {
    clearTimeout(late);
  }
}

function warnings(warn: (reason: string) => void): DiagLogger {
  let mayWarnAt = 0;
  const say = (message: string) => {
    if (Date.now() < mayWarnAt) return;
    mayWarnAt = Date.now() + warnEveryMs;
    warn(message);
  };
  const nothing = () => undefined;
  return { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing };
}
