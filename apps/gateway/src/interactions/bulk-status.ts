import { setTimeout as sleep } from 'node:timers/promises';

/** The answer to one line. */
export interface LineAnswer {
  readonly text: string;
  readonly ok: boolean;
}

/** Answers that are held until the status is known, UTF-16 units. */
const maxHeld = 1_048_576;

/** Time for which answers are held, so that a client that waits for each answer gets it. */
const maxHeldMs = 5_000;

/**
 * Yields the answers to an import, in order. Before the first one it says the status: 400 if all lines failed and there
 * are some. Answers are held until a line has succeeded, the import has ended, or there are too many of them.
 *
 * @param begin called once, before the first answer. @param heldMs longest time that answers are held.
 */
export async function* withStatus(
  answers: AsyncGenerator<LineAnswer>,
  begin: (status: 200 | 400) => void,
  heldMs = maxHeldMs,
): AsyncGenerator<string> {
  const held: string[] = [];
  let [length, begun, failed] = [0, false, false];
  const patience = new AbortController();
  // The signal ends the wait.
  const late = sleep(heldMs, 'late' as const, { signal: patience.signal, ref: false }).catch(() => 'late' as const);
  try {
    for (let next = answers.next(); ; next = answers.next()) {
      if (!begun && (await Promise.race([next, late])) === 'late') {
        begun = true;
        begin(200);
        yield* held.splice(0);
      }
      const result = await next;
      if (result.done === true) break;
      const { value } = result;
      if (begun) {
        yield value.text;
        continue;
      }
      failed = true;
      held.push(value.text);
      length += value.text.length;
      if (!value.ok && length <= maxHeld) continue;
      begun = true;
      begin(200);
      yield* held.splice(0);
    }
    if (!begun) begin(failed ? 400 : 200);
    yield* held;
  } finally {
    patience.abort();
    await answers.return(undefined);
  }
}
