import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { accessRuleOf } from '../auth/route.decorators.js';
import type { RouteHandler } from '../http/route-handlers.js';
import { GraphqlModule } from './graphql.module.js';
import { schema } from './schema.js';

/** Metadata key of the name of a field, as `@nestjs/graphql` sets it. */
const RESOLVER_NAME = 'graphql:resolver_name';

const providers = Reflect.getMetadata('providers', GraphqlModule) as RouteHandler['controller'][];
const resolvers = providers.flatMap((controller) => {
  const prototype = controller.prototype as Record<string, () => unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const handler = prototype[method] as () => unknown;
    const name = Reflect.getMetadata(RESOLVER_NAME, handler) as string | undefined;
    return name === undefined ? [] : [{ name, rule: accessRuleOf({ controller, handler }) }];
  });
});

describe('the root fields', () => {
  it('each have a resolver with an access rule', () => {
    const built = buildSchema(schema);
    const fields = [built.getQueryType(), built.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(resolvers.map(({ name }) => name).sort()).toEqual(fields.sort());
    expect(resolvers.filter(({ rule }) => rule == null)).toEqual([]);
  });
});
