export { beginSpan, isTracing, setTracer, type CallSpan, type SpanParent, type SpanDescriptor } from './call-span.js';
export { activeCalls, runWithCalls, withSpans } from './scope.js';
export { startTracing, type TracedProcess, type Tracing } from './start-tracing.js';
export { formatTraceparent, parseTraceparent } from './traceparent.js';
