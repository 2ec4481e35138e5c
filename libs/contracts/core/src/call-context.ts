/** Where a message belongs: carried over every hop, written into every log line about it. */
export interface CallContext {
  /** The `x-request-id` of the HTTP request that all of this began with. */
  readonly requestId: string;
  /** W3C Trace Context `traceparent` of the caller (https://www.w3.org/TR/trace-context/#traceparent-header). */
  readonly traceparent: string;
}

/** The fields by which log lines of one request are found together. */
export function logFields(context: CallContext): { request_id: string; trace_id: string } {
  // traceparent is version-traceid-parentid-flags; the trace id is 32 hex digits after "00-".
  return { request_id: context.requestId, trace_id: context.traceparent.slice(3, 35) };
}
