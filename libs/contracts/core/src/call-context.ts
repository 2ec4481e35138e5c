/** Who asks for a change, for the audit log. */
export interface Actor {
  /** Id of the API key; null for the one of `EARSHOT_ADMIN_KEY`. */
  readonly key_id: string | null;
  /** Name of the API key at that time. */
  readonly key_name: string;
  /** Network address that the request came from. */
  readonly address: string;
}

/** Where a message belongs: carried over every hop, written into every log line about it. */
export interface CallContext {
  /** The `x-request-id` of the HTTP request that all of this began with. */
  readonly requestId: string;
  /** W3C Trace Context `traceparent` of the caller (https://www.w3.org/TR/trace-context/#traceparent-header). */
  readonly traceparent: string;
  /** Absent where no request to manage something asked for this. Travels with commands alone: no event, state or work record has it. */
  readonly actor?: Actor;
}

/** The fields by which log lines of one request are found together. */
export function logFields(context: CallContext): { request_id: string; trace_id: string } {
  // traceparent is version-traceid-parentid-flags; the trace id is 32 hex digits after "00-".
  return { request_id: context.requestId, trace_id: context.traceparent.slice(3, 35) };
}
