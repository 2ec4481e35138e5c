import { Counter, Gauge, Histogram } from 'prom-client';

/** From a response out of memory to minutes of generation, s. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Requests by method, route and status. */
export const requestsTotal = new Counter({
  name: 'earshot_http_requests_total',
  help: 'HTTP requests but for probes, by route and status. 499: the client disconnected.',
  labelNames: ['method', 'route', 'status'],
});

/** Durations of requests by method and route. */
export const requestDurations = new Histogram({
  name: 'earshot_http_request_duration_seconds',
  help: 'Time from the request headers to the end of the answer.',
  labelNames: ['method', 'route'],
  buckets: seconds,
});

/** Requests in progress. */
export const requestsInProgress = new Gauge({
  name: 'earshot_http_requests_under_way',
  help: 'Requests in progress, including open streams.',
});

/** Times to the first event of a stream, by route. */
export const firstEventSeconds = new Histogram({
  name: 'earshot_http_first_event_seconds',
  help: 'Time from the request headers to the first event of the stream.',
  labelNames: ['route'],
  buckets: seconds,
});

/** Bytes that request bodies hold. */
export const bodyBytesHeld = new Gauge({
  name: 'earshot_http_body_bytes',
  help: 'Memory used by request bodies, in bytes.',
});

/** Bytes that request bodies may hold. */
export const bodyBudgetBytes = new Gauge({
  name: 'earshot_http_body_budget_bytes',
  help: 'Memory limit for request bodies, in bytes. Beyond it, requests get a 503.',
});

/** Connections closed because their address had too many. */
export const connectionsRejected = new Counter({
  name: 'earshot_http_connections_refused_total',
  help: 'Connections closed because their address reached its limit.',
});
