import { Counter, Gauge, Histogram } from 'prom-client';

/** From a response out of memory to minutes of generation, s. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Requests by method, route and status. */
export const requestsTotal = new Counter({
  name: 'earshot_http_requests_total',
  help: 'Requests that were answered, or whose client left, by route as it is written, and status; 499 is no answer.',
  labelNames: ['method', 'route', 'status'],
});

/** Durations of requests by method and route. */
export const requestDurations = new Histogram({
  name: 'earshot_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its answer, streams to their last event.',
  labelNames: ['method', 'route'],
  buckets: seconds,
});

/** Requests in progress. */
export const requestsInProgress = new Gauge({
  name: 'earshot_http_requests_under_way',
  help: 'Requests that are being answered, open streams among them.',
});

/** Times to the first event of a stream, by route. */
export const firstEventSeconds = new Histogram({
  name: 'earshot_http_first_event_seconds',
  help: 'Time from the headers of a request to the first event of its stream: the time to first token as its client sees it.',
  labelNames: ['route'],
  buckets: seconds,
});

/** Bytes that request bodies hold. */
export const bodyBytesHeld = new Gauge({
  name: 'earshot_http_body_bytes',
  help: 'Memory that bodies of requests take of their budget, in bytes.',
});

/** Bytes that request bodies may hold. */
export const bodyBudgetBytes = new Gauge({
  name: 'earshot_http_body_budget_bytes',
  help: 'Memory that bodies of requests may take in this process, in bytes; what is more is answered with a 503.',
});

/** Connections closed because their address had too many. */
export const connectionsRefused = new Counter({
  name: 'earshot_http_connections_refused_total',
  help: 'Connections that were closed at once, because their address had as many open as it may.',
});
