import { describe, expect, it } from '@jest/globals';
import { namesOf } from './names.mjs';

describe('namesOf', () => {
  it('makes every form of both names', () => {
    expect(namesOf('model-cards', undefined, 7)).toMatchObject({
      Service: 'ModelCards',
      serviceCamel: 'modelCards',
      schema: 'model_cards',
      Entity: 'ModelCard',
      entities: 'model-cards',
      entitiesSnake: 'model_cards',
      EntitiesSentence: 'Model cards',
      timestamp: '7',
    });
  });

  it.each([
    ['policy', 'policies'],
    ['batch', 'batches'],
    ['key', 'keys'],
  ])('makes the plural of %s', (entity, entities) => {
    expect(namesOf('x', entity, 0)).toMatchObject({ entities });
  });

  it.each([
    ['no name', undefined, undefined, /Usage/],
    ['capitals', 'Reviews', undefined, /'Reviews' is no name/],
    ['a path', '../reviews', undefined, /no name/],
    ['a service whose entity can only be guessed', 'feedback', undefined, /The entity is missing/],
    ['a bad entity', 'feedback', 'a b', /'a b' is no name/],
  ])('refuses %s', (_what, service, entity, message) => {
    expect(() => namesOf(service, entity, 0)).toThrow(message);
  });
});
