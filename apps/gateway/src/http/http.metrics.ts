import { Counter, Gauge, Histogram } from 'prom-client';

/** From what a replica in memory answers to what a model takes minutes for, s. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

const requests = new Counter({
  name: 'earshot_http_requests_total',
  help: 'Requests that were answered, or whose client left, by route as it is written, and status; 499 is no answer.',
  labelNames: ['method', 'route', 'status'],
});

const durations = new Histogram({
  name: 'earshot_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its answer, streams to their last event.',
  labelNames: ['method', 'route'],
  buckets: seconds,
});

const underWay = new Gauge({
  name: 'earshot_http_requests_under_way',
  help: 'Requests that are being answered, open streams among them.',
});

const firstEvents = new Histogram({
  name: 'earshot_http_first_event_seconds',
  help: 'Time from the headers of a request to the first event of its stream: the time to first token as its client sees it.',
  labelNames: ['route'],
  buckets: seconds,
});

const bodyBytes = new Gauge({
  name: 'earshot_http_body_bytes',
  help: 'Memory that bodies of requests take of their budget, in bytes.',
});

const bodyBudget = new Gauge({
  name: 'earshot_http_body_budget_bytes',
  help: 'Memory that bodies of requests may take in this process, in bytes; what is more is answered with a 503.',
});

const refusedConnections = new Counter({
  name: 'earshot_http_connections_refused_total',
  help: 'Connections that were closed at once, because their address had as many open as it may.',
});

/** What is told of a request once its answer has ended. Few values: a route is what the code says, never what a client wrote. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  /** What its client was sent; 499 where that was nothing. */
  readonly status: number;
  readonly durationMs: number;
}

/** Counts a request that begins. */
export function countBegun(): void {
  underWay.inc();
}

/** Counts a request that has ended. */
export function countAnswered({ method, route, status, durationMs }: Answered): void {
  underWay.dec();
  requests.inc({ method, route, status });
  durations.observe({ method, route }, durationMs / 1_000);
}

/** Counts a connection that was closed because its address had too many. */
export function countRefusedConnection(): void {
  refusedConnections.inc();
}

/** Counts the first event of a stream. */
export function countFirstEvent(route: string, durationMs: number): void {
  firstEvents.observe({ route }, durationMs / 1_000);
}

/** Counts bytes that bodies hold; negative for what they give back. */
export function countBodyBytes(bytes: number): void {
  bodyBytes.inc(bytes);
}

/** Shows how much bodies may hold. */
export function showBodyBudget(bytes: number): void {
  bodyBudget.set(bytes);
}
