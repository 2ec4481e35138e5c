import { AppError } from '@earshot/errors';

/** Runs a chat whose caller sent its messages in another field, which errors of the messages name instead. */
export async function withMessagesParam(param: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.param?.startsWith('messages') !== true) throw error;
    throw new AppError({ ...error, message: error.message, param, cause: error });
  }
}
