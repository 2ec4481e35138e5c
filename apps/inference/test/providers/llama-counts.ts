import { register } from 'prom-client';

async function value(name: string): Promise<number> {
  const metric = await register.getSingleMetric(name)?.get();
  return metric?.values[0]?.value ?? 0;
}

/** What the embedded engine computed until now, as its metrics count it. */
export interface LlamaCounts {
  batches: number;
  /** Sum over the batches. */
  batchAnswers: number;
  evaluated: number;
  reused: number;
}

async function read(): Promise<LlamaCounts> {
  return {
    batches: await value('earshot_llama_batches_total'),
    batchAnswers: await value('earshot_llama_batch_answers_total'),
    evaluated: await value('earshot_llama_evaluated_tokens_total'),
    reused: await value('earshot_llama_reused_tokens_total'),
  };
}

/** What the engine computed meanwhile. */
export async function countsOf(work: () => Promise<unknown>): Promise<LlamaCounts> {
  const before = await read();
  await work();
  const after = await read();
  return {
    batches: after.batches - before.batches,
    batchAnswers: after.batchAnswers - before.batchAnswers,
    evaluated: after.evaluated - before.evaluated,
    reused: after.reused - before.reused,
  };
}
