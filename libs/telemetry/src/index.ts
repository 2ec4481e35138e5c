export { beginSpan, isTracing, useTracer, type CallSpan, type SpanParent, type SpanSubject } from './call-span.js';
export { callsUnderWay, forCalls, inSpans } from './scope.js';
export { startTracing, type TracedProcess, type Tracing } from './start-tracing.js';
export { formatTraceparent, parseTraceparent } from './traceparent.js';
