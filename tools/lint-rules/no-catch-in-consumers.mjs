/**
 * Forbids consumers to swallow errors. Lanes retry, isolate and dead-letter only errors that reach them.
 */
export const noCatchInConsumers = {
  meta: {
    type: 'problem',
    docs: { description: 'consumers contain no try/catch and no promise.catch()' },
    schema: [],
    messages: { caught: 'A consumer lets errors through: the lane retries, isolates and dead-letters what fails.' },
  },
  create: (context) => ({
    TryStatement(node) {
      if (node.handler) context.report({ node: node.handler, messageId: 'caught' });
    },
    'CallExpression > MemberExpression.callee > Identifier.property[name=/^(catch|catchError)$/]'(node) {
      context.report({ node, messageId: 'caught' });
    },
    'CallExpression > Identifier.callee[name="catchError"]'(node) {
      context.report({ node, messageId: 'caught' });
    },
  }),
};
