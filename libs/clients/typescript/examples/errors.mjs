import { ApiError, ConnectionError, Earshot, NotFoundError } from '@earshot/client';

const { feedback } = new Earshot({ deadlineMs: 10_000 });
try {
  await feedback.of('01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04').log('helpful', true);
} catch (error) {
  if (error instanceof NotFoundError)
    console.log(error.code); // completion_not_found
  else if (error instanceof ApiError) console.log(error.status, error.code, error.requestId);
  else if (error instanceof ConnectionError) console.log('not sent:', error.message);
  else throw error;
}
