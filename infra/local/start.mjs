/** `npm start` installs, builds and starts everything, then prints a sign-in link and the URL. */
import { once } from 'node:events';
import { commands } from './commands.mjs';
import { runCommand } from './process/run-command.mjs';
import { hasDockerEngine } from './servers/docker.mjs';
import { preflight } from './session/preflight.mjs';
import { prepare } from './session/preparation.mjs';
import { createSignInLink, hasConsole } from './session/sign-in-link.mjs';
import { Site } from './session/site.mjs';
import { chooseBrokers, readStartOptions } from './session/start-options.mjs';
import { AlreadyRunning, Interrupted, supervise } from './session/supervision.mjs';
import { readSettings } from './settings.mjs';
import { services, stack } from './stack.mjs';

const everything = stack.map((node) => node.name);
const servers = stack.filter((node) => node.kind === 'server').map((node) => node.name);
const { settings, problems } = readSettings(process.env);
const { options, problems: moreProblems } = readStartOptions(process.argv.slice(2), services);
process.exit(await main());

/** @returns {Promise<number>} The exit code. */
async function main() {
  const site = new Site(settings, process.env);
  const running = site.records.supervisor();
  const wrong = running ? [new AlreadyRunning(running.url).message] : [...problems, ...moreProblems];
  if (wrong.length > 0) return fail(site, wrong);
  site.usesDocker = settings.docker === 'auto' && hasDockerEngine();
  const mismatch = chooseBrokers(site, options.brokers);
  if (mismatch.length > 0) return fail(site, mismatch);
  const programs = stack.flatMap((node) => (node.kind === 'server' ? [node.server] : []));
  const findings = await preflight(site, programs);
  if (findings.length > 0) return fail(site, findings);
  try {
    await supervise(site, { nodes: stack, replicas: options.replicas }, (runner, signal) => run(site, runner, signal));
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) return 0;
    return fail(site, [error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * @param {Site} site
 * @param {import('./session/stack-runner.mjs').StackRunner} runner
 * @param {AbortSignal} signal
 */
async function run(site, runner, signal) {
  await prepare(site, runner.serversFor(everything), signal, () => {
    // Where this fails, bringUp(everything) does.
    void runner.bringUp(servers).catch(() => undefined);
  });
  await runCommand(site.command(commands.checkDeclaration, site.compiledCode), site, signal);
  site.console.log('starting services');
  await runner.bringUp(everything);
  site.console.print(await greeting(site));
  await once(signal, 'abort');
  site.console.log('draining services, then stopping servers');
}

/** @param {Site} site */
async function greeting(site) {
  const url = await site.url();
  const adminKey = settings.adminKey ? 'from EARSHOT_ADMIN_KEY' : `in ${site.layout.adminKey}`;
  const body = '{"model": "demo", "stream": true, "messages": [{"role": "user", "content": "Hello!"}]}';
  return `
${await invitation(site, url)}Earshot answers at ${url}
  API key of the project demo   ${site.demoKey()}
  admin key                     ${adminKey}
  logs                          ${site.layout.log}

Try it:
  curl -N ${url}/api/v1/chat/completions -H 'Authorization: Bearer ${site.demoKey()}' -H 'Content-Type: application/json' -d '${body}'

Press Ctrl-C to stop everything.
`;
}

/**
 * Returns the link that signs a browser in as the administrator. A start without it is a start all the same.
 *
 * @param {Site} site
 * @param {string} url The gateway.
 */
async function invitation(site, url) {
  if (!hasConsole(site.root)) return '';
  const again = 'For another link: npm run sign-in';
  try {
    const link = await createSignInLink(url, site.adminKey());
    return `Open ${link} in a browser.\nThe link works once, for 10 minutes. ${again}\n\n`;
  } catch (error) {
    return `No sign-in link: ${error instanceof Error ? error.message : error} ${again}\n\n`;
  }
}

/**
 * @param {Site} site
 * @param {string[]} problems
 */
function fail(site, problems) {
  for (const problem of problems) site.console.print(problem);
  return 1;
}
