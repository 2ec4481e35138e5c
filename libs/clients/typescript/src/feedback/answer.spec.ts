import { describe, expect, it } from '@jest/globals';
import { completionIdOf, type Answer } from './answer.js';

const first = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04';
const second = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05';
const response = { headers: new Headers({ 'x-earshot-completion-ids': `${first}, ${second}` }) };
const own = {
  id: 'chatcmpl-1',
  choices: [
    { index: 0, completion_id: first },
    { index: 1, completion_id: second },
  ],
};

describe('the completion id of an answer', () => {
  it.each<[string, Answer, number | undefined, string]>([
    ['an id', first, undefined, first],
    ['an answer of OpenAI', { id: 'chatcmpl-1', choices: [{ index: 0 }] }, undefined, 'chatcmpl-1'],
    ['the last chunk of OpenAI, without choices', { id: 'chatcmpl-1', choices: [] }, undefined, 'chatcmpl-1'],
    ['a response of OpenAI', { id: 'resp_1' }, undefined, 'resp_1'],
    ['a message of Anthropic', { id: 'msg_1' }, undefined, 'msg_1'],
    ['an event of a response of OpenAI', { type: 'response.created', response: { id: 'resp_1' } }, undefined, 'resp_1'],
    ['an event of a message of Anthropic', { type: 'message_start', message: { id: 'msg_1' } }, undefined, 'msg_1'],
    ['an answer of Earshot', { id: 'x', choices: [{ index: 0, completion_id: first }] }, undefined, first],
    ['a choice of an answer of Earshot', own, 1, second],
    ['a chunk of the second choice', { id: 'x', choices: [{ index: 1, completion_id: second }] }, undefined, second],
    ['an HTTP response', response, undefined, first],
    ['a choice of an HTTP response', response, 1, second],
    ['an interaction', { completion_id: first }, undefined, first],
  ])('is found in %s', (_what, answer, choice, expected) => {
    expect(completionIdOf(answer, choice)).toBe(expected);
  });

  it.each<[string, Answer, number | undefined, string]>([
    ['several choices, of which none is named', own, undefined, 'It has 2 choices. Set `choice`'],
    ['choices without ids', { id: 'x', choices: [{ index: 0 }, { index: 1 }] }, 1, 'not have the id of choice 1'],
    ['a chunk of a choice without an id', { id: 'x', choices: [{ index: 1 }] }, undefined, 'the id of choice 1'],
    ['another server', { headers: new Headers() }, undefined, 'the response to a chat with Earshot'],
    ['an empty id', '', undefined, 'is empty'],
    ['no id', { choices: [] }, undefined, 'has no id'],
    ['another event', { type: 'content_block_delta' }, undefined, 'The event content_block_delta has no id'],
    ['nothing', null as unknown as Answer, undefined, 'has no id'],
  ])('is an error for an answer with %s', (_what, answer, choice, message) => {
    expect(() => completionIdOf(answer, choice)).toThrow(message);
  });
});
