/** Exits with 0 if the service of this container is ready: `node infra/docker/healthcheck.mjs 8081`. */
const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`, { signal: AbortSignal.timeout(4_000) });
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
