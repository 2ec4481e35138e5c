import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ChatMessage } from '@earshot/contracts-inference';
import type { ResponseInputItem, ResponseInputQuery, ResponseObject, ResponseOutputItem } from '@earshot/dto-inference';
import { invalidRequest, notFound } from '@earshot/errors';
import type { Caller } from '../auth/caller.js';
import type { RequestContext } from '../auth/request-context.js';
import { openaiPageAfter } from '../http/openai-page.js';
import { StoredAnswers } from '../interactions/stored-answers.service.js';
import type { ConcreteItem } from './conversation.js';
import { responseId } from './response-object.js';
import { answerOf, inputItemsOf, outputOf, toChatMessage, toResponse, withoutInstructions } from './stored-items.js';

const responseEnded = 'The response has ended. To cancel a response, close its connection before it ends.';

/** Completions that the references of one request name. */
const maxReferenced = 256;
/** Completions that are read at a time for one request. */
const readAtOnce = 8;

/** The conversation of a recorded response. */
export interface StoredConversation {
  readonly sessionId: string;
  readonly messages: ChatMessage[];
}

/** The reader of a response, and the project that it must be in. */
export type Reader = Pick<Caller, 'projectId'>;

/** Reads recorded responses. */
@Injectable()
export class StoredResponses {
  constructor(private readonly answers: StoredAnswers) {}

  /** @throws AppError `completion_not_found` */
  async read(reader: Reader, id: string, call: CallContext): Promise<ResponseObject> {
    return toResponse(await this.answers.read(reader, id, call));
  }

  /** @throws AppError `completion_not_found` */
  async inputItems(reader: Reader, id: string, query: ResponseInputQuery, call: CallContext) {
    const items = inputItemsOf(await this.answers.read(reader, id, call));
    return openaiPageAfter(query.order === 'asc' ? items : items.reverse(), query);
  }

  /** @throws AppError `response_ended`; `completion_not_found` */
  async cancel(reader: Reader, id: string, call: CallContext): Promise<never> {
    await this.answers.read(reader, id, call);
    throw invalidRequest('response_ended', responseEnded);
  }

  /** Erases the interaction of a response. @throws AppError `completion_not_found`, `erasure_in_progress` */
  async delete(context: RequestContext, id: string) {
    const completionId = await this.answers.erase(context, id);
    return { id: responseId(completionId), object: 'response' as const, deleted: true as const };
  }

  /**
   * Returns the messages of a response, without its instructions, and its answer.
   * @throws AppError `completion_not_found`
   */
  async conversation(reader: Reader, id: string, call: CallContext): Promise<StoredConversation> {
    const answer = await this.answers.read(reader, id, call, 'previous_response_id');
    const { messages } = withoutInstructions(answer.messages);
    return { sessionId: answer.session_id, messages: [...messages.map(toChatMessage), answerOf(answer)] };
  }

  /** Replaces references by the items that they name. @throws AppError `completion_not_found`, `invalid_field` */
  async resolve(reader: Reader, items: readonly ResponseInputItem[], call: CallContext): Promise<ConcreteItem[]> {
    const ids = new Set(items.flatMap((item) => (item.type === 'item_reference' ? [completionOf(item.id)] : [])));
    if (ids.size === 0) return items as ConcreteItem[];
    if (ids.size > maxReferenced) {
      const message = `input: expected references to at most ${maxReferenced} responses, got ${ids.size}`;
      throw invalidRequest('invalid_field', message, { param: 'input' });
    }
    const found = new Map<string, ResponseOutputItem[]>();
    const queue = ids.values();
    const read = async () => {
      for (const id of queue) found.set(id, outputOf(await this.answers.read(reader, id, call, 'input')));
    };
    await Promise.all(Array.from({ length: readAtOnce }, read));
    return items.flatMap((item, position) =>
      item.type === 'item_reference' ? referenced(item.id, found, position) : [item],
    );
  }
}

/** Ids of items are that of their completion with a prefix, and a number for calls. */
function completionOf(itemId: string): string {
  return itemId.replace(/^[a-z]+_/, '').replace(/_\d+$/, '');
}

function referenced(id: string, found: ReadonlyMap<string, ResponseOutputItem[]>, position: number): ConcreteItem[] {
  const items = found.get(completionOf(id)) ?? [];
  const item = items.find((one) => one.id === id);
  if (item !== undefined) return [item as ConcreteItem];
  // Later reasoning and texts of a stream are stored with the first.
  if (items.some((one) => id.startsWith(`${one.id}_`))) return [];
  throw notFound('completion', id, { param: `input[${position}].id` });
}
