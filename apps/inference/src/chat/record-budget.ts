import type { ChatMessage, ChatRequest } from '@earshot/contracts-inference';
import { invalidRequest } from '@earshot/errors';
import { isRecorded } from './chat-task.js';
import { head } from './choice.js';

/** What a record may take: the broker's default limit of 1 MiB less the envelope, headers and the fields of fixed size. */
const recordLimitBytes = 900 * 1024;
/** Kept for the answer, so that a long conversation does not leave it without room: some 60,000 tokens of English. */
const answerReserveBytes = 256 * 1024;
/** The most bytes that one UTF-16 unit takes in JSON: a control character or a lone surrogate, written as \uXXXX. */
const worstBytesPerUnit = 6;

/** What has been made of one choice. */
type Said = Readonly<{ text: string }>;

/** Decides, before and while an answer is generated, whether the record of it, all choices together, still fits one message of the log. */
export class RecordBudget {
  readonly #answerBytes: number;
  /** How much more fits whatever it consists of, in UTF-16 units. */
  #safeLength: number;

  /** @throws AppError `prompt_too_large_to_record` when the conversation leaves too little room for the answer. */
  constructor(request: ChatRequest, systemPrompt: string | null) {
    const recorded = isRecorded(request);
    const promptBytes = recorded ? promptSize(request, systemPrompt) : 0;
    this.#answerBytes = recorded ? recordLimitBytes - promptBytes : Number.POSITIVE_INFINITY;
    if (this.#answerBytes < answerReserveBytes) throw tooLarge(promptBytes);
    this.#safeLength = Math.floor(this.#answerBytes / worstBytesPerUnit);
  }

  /**
   * What of the next piece of a choice can still be recorded: all of it in the usual case; less, maybe nothing, when the record is full.
   * Measures only now and then.
   *
   * @param choices all of them as they are, the piece not yet among them.
   */
  admit(piece: string, choices: readonly Said[]): string {
    if (piece.length <= this.#safeLength) {
      this.#safeLength -= piece.length;
      return piece;
    }
    const left = choices.reduce((bytes, { text }) => bytes - jsonBytes(text), this.#answerBytes);
    const leftAfter = left - jsonBytes(piece);
    this.#safeLength = Math.max(0, Math.floor(leftAfter / worstBytesPerUnit));
    return leftAfter >= 0 ? piece : head(piece, Math.max(0, Math.floor(left / worstBytesPerUnit)));
  }
}

/** Bytes of everything of variable size but the answer, in JSON; exact only where it could matter. */
function promptSize(request: ChatRequest, systemPrompt: string | null): number {
  let units = systemPrompt?.length ?? 0;
  for (const message of request.messages) units += unitsOf(message);
  for (const name in request.labels) units += name.length + request.labels[name]!.length;
  for (const tag of request.tags) units += tag.length;
  const entries = request.messages.length + request.tags.length + 64; // 64: more labels than the interface takes
  const bound = units * worstBytesPerUnit + entries * 64;
  if (bound <= recordLimitBytes - answerReserveBytes) return bound;
  return jsonBytes([request.messages, request.labels, request.tags, systemPrompt]);
}

/** The most UTF-16 units that a message has in JSON, but for a fixed number. */
function unitsOf({ content, name = '', metadata }: ChatMessage): number {
  const units = name.length + (metadata === undefined ? 0 : jsonBytes(metadata));
  return units + (typeof content === 'string' ? content.length : jsonBytes(content));
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
