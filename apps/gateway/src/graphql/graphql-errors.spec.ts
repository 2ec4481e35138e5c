import { describe, expect, it } from '@jest/globals';
import { AppError, notFound } from '@earshot/errors';
import { graphqlError } from './graphql-errors.js';

describe('an error of GraphQL', () => {
  const messageOf = (error: unknown) => graphqlError(error, 'r').message;

  it.each([
    [notFound('project', 'shop'), "EntityNotFound: There is no project 'shop'."],
    [notFound('metric', 'shop/helpful'), "EntityNotFound: There is no metric 'shop/helpful'."],
    [notFound('dataset', 'rows'), "EntityNotFound: There is no dataset 'rows'."],
  ])('says that a resource does not exist, as the client expects it', (error, message) => {
    expect(messageOf(error)).toBe(message);
  });

  it.each([
    [notFound('metric', 'project-x/helpful'), 'EntityNotFound: metric'],
    [notFound('dataset', 'models-of-may'), 'EntityNotFound: dataset'],
    [notFound('ab campaign', 'user-test'), 'EntityNotFound: ab campaign'],
  ])('omits a name by which the client would show a hint about another resource', (error, message) => {
    expect(messageOf(error)).toBe(message);
    expect(graphqlError(error, 'r').extensions.detail).toBe(error.message);
  });

  it('has the code of REST, and never the text of an unexpected error', () => {
    const error = new AppError({ code: 'key_taken', type: 'conflict_error', message: 'Taken.', param: 'key' });
    expect(graphqlError(error, 'r').extensions).toEqual({
      ...{ code: 'key_taken', type: 'conflict_error', detail: 'Taken.', param: 'key', request_id: 'r' },
    });
    expect(JSON.stringify(graphqlError(new Error('hunter2'), 'r'))).not.toContain('hunter2');
  });
});
