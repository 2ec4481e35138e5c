const routes = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All']);
const guards = new Set(['RequirePermission', 'AdminOnly', 'Public']);

/** Requires an access decorator on every route: a missing one is a hole that nobody sees. */
export const guardedRoutes = {
  meta: {
    type: 'problem',
    docs: { description: 'routes have @RequirePermission, @AdminOnly or @Public on the method or its class' },
    schema: [],
    messages: {
      unguarded:
        'Route {{name}} does not say who may call it: add @RequirePermission(...), @AdminOnly() or @Public() to it or to its class.',
    },
  },
  create: (context) => ({
    MethodDefinition(method) {
      if (!hasDecorator(method, routes)) return;
      if (hasDecorator(method, guards) || hasDecorator(method.parent.parent, guards)) return;
      context.report({
        node: method.key,
        messageId: 'unguarded',
        data: { name: context.sourceCode.getText(method.key) },
      });
    },
  }),
};

function hasDecorator(node, names) {
  return (node.decorators ?? []).some(({ expression }) => {
    const callee = expression.type === 'CallExpression' ? expression.callee : expression;
    return callee.type === 'Identifier' && names.has(callee.name);
  });
}
