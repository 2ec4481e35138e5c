import { getPriority, setPriority } from 'node:os';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { render, type TemplateArguments } from './render.js';

/** What {@link TemplateThread} sends. */
interface Task {
  readonly template: string;
  readonly args: TemplateArguments;
}

/** Behind the event loop, which answers everybody; not so far that prompts would wait for long on a busy machine. */
const niceness = 5;

// Linux has a priority of each thread; elsewhere this would be that of the process.
if (process.platform === 'linux') setPriority(Math.max(niceness, getPriority()));

const port = parentPort as MessagePort;
port.on('message', ({ template, args }: Task) => port.postMessage(render(template, args)));
// The engine is loaded: the time of the first template begins now.
port.postMessage(null);
