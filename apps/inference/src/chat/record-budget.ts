import type { ChatRequest } from '@earshot/contracts-inference';
import { invalidRequest } from '@earshot/errors';

/** What a record may take: the broker's default limit of 1 MiB less the envelope, headers and the fields of fixed size. */
const recordLimitBytes = 900 * 1024;
/** Kept for the answer, so that a long conversation does not leave it without room: some 60,000 tokens of English. */
const answerReserveBytes = 256 * 1024;
/** The most bytes that one UTF-16 unit takes in JSON: a control character or a lone surrogate, written as \uXXXX. */
const worstBytesPerUnit = 6;

/** Decides, before and while an answer is generated, whether the record of it still fits one message of the log. */
export class RecordBudget {
  #answerBytesLeft: number;
  /** Length of the answer up to which it fits whatever it consists of. */
  #safeLength: number;

  /** @throws AppError `prompt_too_large_to_record` when the conversation leaves too little room for the answer. */
  constructor(request: ChatRequest, systemPrompt: string | null) {
    const promptBytes = request.store ? promptSize(request, systemPrompt) : 0;
    this.#answerBytesLeft = request.store ? recordLimitBytes - promptBytes : Number.POSITIVE_INFINITY;
    if (this.#answerBytesLeft < answerReserveBytes) throw tooLarge(promptBytes);
    this.#safeLength = Math.floor(this.#answerBytesLeft / worstBytesPerUnit);
  }

  /**
   * What of the next piece of an answer can still be recorded: all of it in the usual case; less, maybe nothing, when the
   * record is full. Measures only now and then: the answer is expected to grow piece by piece.
   */
  admit(answer: string, piece: string): string {
    if (answer.length + piece.length <= this.#safeLength) return piece;
    const left = this.#answerBytesLeft - jsonBytes(answer + piece);
    if (left >= 0) {
      this.#safeLength = answer.length + piece.length + Math.floor(left / worstBytesPerUnit);
      return piece;
    }
    const room = Math.max(0, Math.floor((this.#answerBytesLeft - jsonBytes(answer)) / worstBytesPerUnit));
    const cut = piece.slice(0, room);
    return endsInsideCodePoint(cut) ? cut.slice(0, -1) : cut;
  }
}

/** Bytes of everything of variable size but the answer, in JSON; exact only where it could matter. */
function promptSize(request: ChatRequest, systemPrompt: string | null): number {
  let units = systemPrompt?.length ?? 0;
  for (const { content } of request.messages) units += content.length;
  for (const name in request.labels) units += name.length + request.labels[name]!.length;
  for (const tag of request.tags) units += tag.length;
  const entries = request.messages.length + request.tags.length + 64; // 64: more labels than the interface takes
  const bound = units * worstBytesPerUnit + entries * 64;
  if (bound <= recordLimitBytes - answerReserveBytes) return bound;
  return jsonBytes([request.messages, request.labels, request.tags, systemPrompt]);
}

/** Whether the last unit is the first half of a pair, whose second half was cut off. */
function endsInsideCodePoint(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function tooLarge(bytes: number) {
  const limit = Math.floor((recordLimitBytes - answerReserveBytes) / 1024);
  return invalidRequest(
    'prompt_too_large_to_record',
    `The conversation has ${Math.ceil(bytes / 1024)} KiB, more than the ${limit} KiB that can be recorded yet. ` +
      "Shorten it, or send 'store': false to have it answered without a record.",
    { param: 'messages' },
  );
}
