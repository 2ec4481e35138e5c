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

// Only Linux has priorities of threads; elsewhere it would be the process's.
if (process.platform === 'linux') setPriority(Math.max(niceness, getPriority()));

const port = parentPort as MessagePort;
port.on('message', ({ template, args }: Task) => port.postMessage(render(template, args)));
// The engine is loaded: the time limit of the first template starts now.
port.postMessage(null);
