import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { AppError, toWireError, type WireError } from '@earshot/errors';

/** A message of a worker to its owner; `end` and `error` are the last ones. A `request` waits for a response. */
export type ThreadMessage<Event, Request, Result> =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'end'; readonly result: Result }
  | { readonly kind: 'error'; readonly error: WireError };

/** The connection of a worker to its owner. */
export interface ThreadHost<Event, Request, Response> {
  readonly emit: (event: Event) => void;
  readonly request: (request: Request) => Promise<Response>;
}

/** Runs the task of `runThread` in this worker. */
export async function threadWork<Task, Result, Event = never, Request = never, Response = never>(
  work: (task: Task, host: ThreadHost<Event, Request, Response>) => Promise<Result>,
): Promise<void> {
  const port = parentPort as MessagePort;
  const post = (message: ThreadMessage<Event, Request, Result>) => port.postMessage(message);
  const request = async (body: Request) => {
    post({ kind: 'request', request: body });
    const [response] = (await once(port, 'message')) as [Response];
    return response;
  };
  try {
    const result = await work(workerData as Task, { emit: (event) => post({ kind: 'event', event }), request });
    post({ kind: 'end', result });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    post({ kind: 'error', error: toWireError(error) });
  }
}
