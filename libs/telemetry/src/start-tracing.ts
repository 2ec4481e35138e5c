import { diag, DiagLogLevel, type DiagLogger } from '@opentelemetry/api';
import { setTracer } from './call-span.js';

/** The traced process. */
export interface TracedProcess {
  readonly service: string;
  readonly instance: string;
  /** Called at most once a minute if spans are not exported. */
  readonly warn: (reason: string) => void;
}

/** Handle of started tracing. */
export interface Tracing {
  /** Exports ended spans within the deadline and turns tracing off. */
  stop(deadlineMs: number): Promise<void>;
}

/** Minimum interval of warnings. */
const warnEveryMs = 60_000;

/**
 * Starts to export spans by OTLP over HTTP. The SDK reads endpoint, sampler (`OTEL_TRACES_SAMPLER`) and queue
 * (`OTEL_BSP_*`, default 2,048 spans) from the variables of the OpenTelemetry specification.
 */
export async function startTracing({ service, instance, warn }: TracedProcess): Promise<Tracing> {
  // Loaded on demand: saves memory without tracing.
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
    // With OTEL_RESOURCE_ATTRIBUTES, for example the cluster.
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
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      warn(`the last spans were not exported within ${deadlineMs} ms`);
      resolve();
    }, deadlineMs);
  });
  try {
    await Promise.race([flushed, overdue]);
  } catch (error) {
    warn(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function warnings(warn: (reason: string) => void): DiagLogger {
  let mayWarnAt = 0;
  const log = (message: string) => {
    if (Date.now() < mayWarnAt) return;
    mayWarnAt = Date.now() + warnEveryMs;
    warn(message);
  };
  const nothing = () => undefined;
  return { error: log, warn: log, info: nothing, debug: nothing, verbose: nothing };
}
