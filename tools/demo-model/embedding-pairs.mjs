/** Kinds of questions whose members are paraphrases. */
const GROUPS = [
  'about',
  'chat',
  'stream',
  'feedback',
  'preference',
  'outcome',
  'import',
  'dataset',
  'recipe',
  'campaign',
];

/**
 * The share of held-out questions whose vector is nearer to that of a paraphrase than to that of a question of another
 * kind. Each question is compared with the next one of its kind, and with the one at the same place of each other kind.
 */
export async function embeddingPairs(client, model, items) {
  const questions = GROUPS.map((group) =>
    items.filter((item) => item.group === group).map(({ turns }) => turns[0].ask),
  );
  const vectors = await Promise.all(questions.map((texts) => client.embed(model, texts)));
  let nearer = 0;
  let compared = 0;
  for (const own of vectors) {
    for (const [index, vector] of own.entries()) {
      const paraphrase = product(vector, own[(index + 1) % own.length]);
      for (const other of vectors) {
        if (other === own) continue;
        nearer += paraphrase > product(vector, other[index % other.length]) ? 1 : 0;
        compared += 1;
      }
    }
  }
  return nearer / compared;
}

function product(one, other) {
  return one.reduce((sum, value, index) => sum + value * other[index], 0);
}
