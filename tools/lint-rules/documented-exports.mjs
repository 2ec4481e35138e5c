/** Requires a doc comment on every export. */
export const documentedExports = {
  meta: {
    type: 'suggestion',
    docs: { description: 'exported declarations have a doc comment' },
    schema: [],
    messages: { undocumented: '{{name}} is exported and has no doc comment: say what it promises.' },
  },
  create: (context) => ({
    'ExportNamedDeclaration[declaration]'(node) {
      if (isOverload(node) || hasDocComment(context.sourceCode, node)) return;
      context.report({ node: node.declaration, messageId: 'undocumented', data: { name: nameOf(node.declaration) } });
    },
  }),
};

/** The comment precedes `export`, or its decorators. */
function hasDocComment(sourceCode, node) {
  const first = [...(node.declaration.decorators ?? []), node].sort((a, b) => a.range[0] - b.range[0])[0];
  const last = sourceCode.getCommentsBefore(first).at(-1);
  return last?.type === 'Block' && last.value.startsWith('*');
}

/** Only the first overload needs a comment. */
function isOverload(node) {
  const siblings = node.parent.body;
  const before = siblings[siblings.indexOf(node) - 1];
  return (
    before?.type === 'ExportNamedDeclaration' &&
    before.declaration?.type === 'TSDeclareFunction' &&
    before.declaration.id?.name === node.declaration.id?.name
  );
}

function nameOf(declaration) {
  return declaration.id?.name ?? declaration.declarations?.[0]?.id?.name ?? 'This';
}
