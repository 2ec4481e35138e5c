import { Gauge } from 'prom-client';

/** Open event streams. */
export const openStreams = new Gauge({
  name: 'earshot_http_event_streams',
  help: 'Open streams of project events.',
});
