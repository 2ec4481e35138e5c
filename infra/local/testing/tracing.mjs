/**
 * Has the services under test export spans to where a suite may listen, but only of requests whose caller asks for it (by a `traceparent` with
 * the flag "sampled"): all others cost what they cost without tracing.
 *
 * @param {import('../session/site.mjs').Site} site
 * @returns {Promise<Record<string, string>>}
 */
export async function tracingOnDemand(site) {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await site.ports.choose('otlp')}`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
}
