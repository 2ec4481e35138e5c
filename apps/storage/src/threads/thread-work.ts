import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { AppError, toWireError } from '@earshot/errors';
import type { ThreadMessage } from './thread-message.js';

/** Whom a thread works for. */
export interface ThreadHost<News, Question, Answer> {
  readonly tell: (news: News) => void;
  readonly ask: (question: Question) => Promise<Answer>;
}

/** Does in this thread what it was run for, by `runThread`. */
export async function threadWork<Task, Result, News = never, Question = never, Answer = never>(
  work: (task: Task, host: ThreadHost<News, Question, Answer>) => Promise<Result>,
): Promise<void> {
  const port = parentPort as MessagePort;
  const say = (message: ThreadMessage<News, Question, Result>) => port.postMessage(message);
  const ask = async (question: Question) => {
    say({ kind: 'question', question });
    const [answer] = (await once(port, 'message')) as [Answer];
    return answer;
  };
  try {
    const result = await work(workerData as Task, { tell: (news) => say({ kind: 'news', news }), ask });
    say({ kind: 'end', result });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say({ kind: 'failure', error: toWireError(error) });
  }
}
