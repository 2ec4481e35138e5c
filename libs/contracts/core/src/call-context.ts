/** Who requests a change, for the audit log. */
export interface Actor {
  /** Id of the API key; null for the one of `EARSHOT_ADMIN_KEY`. */
  readonly key_id: string | null;
  /** Name of the API key at that time. */
  readonly key_name: string;
  /** Network address of the client. */
  readonly address: string;
}

/** Context of a request: sent with every message and written into its log lines. */
export interface CallContext {
  /** The `x-request-id` of the HTTP request. */
  readonly requestId: string;
  /** W3C Trace Context `traceparent` of the caller (https://www.w3.org/TR/trace-context/#traceparent-header). */
  readonly traceparent: string;
  /**
   * Whether anybody but the logs knows the trace: the caller sent its `traceparent`, or tracing is on. Only then it
   * leaves the installation, in requests to model servers and tools.
   */
  readonly traced?: true;
  /** Only in commands of management requests. */
  readonly actor?: Actor;
}

/** The body of a message that a service received, with the context of its request. */
export interface Received<Body> {
  readonly body: Body;
  readonly call: CallContext;
}

/** Log fields that identify the request. */
export function logFields(context: CallContext): { request_id: string; trace_id: string } {
  // traceparent is version-traceid-parentid-flags; the trace id is 32 hex digits after "00-".
  return { request_id: context.requestId, trace_id: context.traceparent.slice(3, 35) };
}

/** The `traceparent` for servers outside of the installation; undefined where they need none. */
export function tracedBy({ traced, traceparent }: CallContext): string | undefined {
  return traced === true ? traceparent : undefined;
}
